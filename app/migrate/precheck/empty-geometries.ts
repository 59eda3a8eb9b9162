import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { MigrationFinding } from '../../contract/runs/migrate';
import type { TablePlan } from '../../source/table-plan';

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
    findings.push(emptyGeometry(`${facts.schema}.${facts.name}`, name, count, row));
  }
  return findings;
}

function emptyGeometry(
  object: string,
  column: string,
  count: number,
  row: Readonly<Record<string, string | null>> | undefined,
): MigrationFinding {
  const place = Object.entries(row ?? {}).map(([name, value]) => `${name} = ${value ?? 'NULL'}`);
  const rows = `${count.toLocaleString('en')} ${count === 1 ? 'row holds' : 'rows hold'}`;
  const first = place.length === 0 ? '' : `, the first where ${place.join(', ')}`;
  return {
    severity: 'blocks',
    rule: 'empty-geometry',
    object,
    why: `In the column “${column}” ${rows} an empty geometry, of no bytes, which no server takes${first}.`,
    fix: `Give such rows a value at the source (WHERE LENGTH(${quoteName(column)}) = 0), or leave them out with --where.`,
  };
}
