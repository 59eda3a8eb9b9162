import type { ControlSession } from '../../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../../catalog/text/quote';
import type { MigrationFinding } from '../../../contract/runs/migrate';
import type { TablePlan } from '../../../source/table-plan';
import { precheckText } from '../../../text/migrate/precheck';

const GEOMETRIES: ReadonlySet<string> = new Set([
  ...['geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon'],
  ...['geometrycollection', 'geomcollection'],
]);

/**
 * Finds columns with geometries of no bytes, which INSERT IGNORE leaves in a NOT NULL column of MariaDB and which
 * neither vendor accepts on input (error 1416, measured on 10.11 and 9.7). Reads the geometries of all selected rows;
 * MariaDB partitions no table that has some.
 */
export async function findEmptyGeometries(
  session: ControlSession,
  { facts, where, primaryKey }: TablePlan,
): Promise<readonly MigrationFinding[]> {
  const columns = facts.columns.filter(({ dataType, generated }) => GEOMETRIES.has(dataType) && !generated);
  if (columns.length === 0) return [];
  const rows = `${quoteTable(facts.schema, facts.name)} WHERE (${where ?? 'TRUE'}\n)`;
  const isEmpty = (column: string) => `LENGTH(${quoteName(column)}) = 0`;
  const sums = columns.map(({ name }, at) => `SUM(${isEmpty(name)}) AS c${at}`);
  const counts = await session.row(`SELECT ${sums.join(', ')} FROM ${rows}`);
  const findings: MigrationFinding[] = [];
  for (const [at, { name }] of columns.entries()) {
    const count = Number(counts[`c${at}`] ?? 0);
    if (count === 0) continue;
    const keys = primaryKey.map(quoteName).join(', ');
    const [row] =
      keys === '' ? [] : await session.rows(`SELECT ${keys} FROM ${rows} AND ${isEmpty(name)} LIMIT 1`);
    findings.push({
      kind: 'advised',
      severity: 'blocks',
      rule: 'empty-geometry',
      object: `${facts.schema}.${facts.name}`,
      ...precheckText.emptyGeometries({
        column: name,
        quoted: quoteName(name),
        rows: count,
        firstKey: Object.entries(row ?? {}),
      }),
    });
  }
  return findings;
}
