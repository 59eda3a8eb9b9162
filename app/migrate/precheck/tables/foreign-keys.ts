import { parseDefinition } from '../../../catalog/definition/definition';
import { quoteTable } from '../../../catalog/text/quote';
import type { TableFacts } from '../../../catalog/objects/tables';
import type { MigrationFinding } from '../../../contract/runs/migrate';
import type { ServerSide } from '../facts';
import { precheckText } from '../../../text/migrate/precheck';

interface DefinedTable {
  readonly facts: TableFacts;
  readonly createTable: string;
}

/**
 * Finds foreign keys to columns that are not a whole unique key, where the target refuses them. A parent that is not
 * migrated is the target's own. Pure.
 */
export function judgeForeignKeys(
  tables: readonly DefinedTable[],
  { restrictsForeignKeys }: ServerSide,
): readonly MigrationFinding[] {
  if (!restrictsForeignKeys) return [];
  const moved = new Map(tables.map(({ facts }) => [quoteTable(facts.schema, facts.name), facts]));
  return tables.flatMap(({ facts, createTable }) =>
    parseDefinition(createTable)
      .foreignKeys.filter(({ parentSchema, parentTable, parentColumns }) => {
        const parent = moved.get(quoteTable(parentSchema ?? facts.schema, parentTable));
        return parent !== undefined && !hasUniqueKey(parent, parentColumns);
      })
      .map(({ name, parentTable }): MigrationFinding => ({
        kind: 'advised',
        severity: 'blocks',
        rule: 'foreign-key',
        object: `${facts.schema}.${facts.name}`,
        ...precheckText.partialForeignKey(name, parentTable),
      })),
  );
}

function hasUniqueKey({ indexes }: TableFacts, columns: readonly string[]): boolean {
  const wanted = spelled(columns);
  return indexes.some(
    ({ unique, parts }) =>
      unique &&
      parts.every(({ prefixLength }) => prefixLength === null) &&
      spelled(parts.map(({ column }) => column ?? '')) === wanted,
  );
}

function spelled(columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => column.toLowerCase()).sort());
}
