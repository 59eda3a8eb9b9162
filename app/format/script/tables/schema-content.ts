import type { ScriptSchema } from '../content';
import type { CollectedSchema } from './collected';
import { firedTriggers, NONE_FIRED, type FiredTables } from './fired';
import { inTableSpelling } from './row-columns';
import { columnsOf } from './table-text';

/** Returns the content of a schema of which everything is collected. Pure. */
export function contentOf(
  { name, create, tables, views, placeholders, programs, sequences }: CollectedSchema,
  { firing, filled }: FiredTables = NONE_FIRED,
): ScriptSchema {
  return {
    name,
    create,
    tables: [...tables.values()].map((table) => {
      const { text, isReworded, isCreated, rows, triggers } = table;
      const columns = columnsOf(text);
      return {
        ...{ text, isReworded, isCreated, columns, rows: inTableSpelling(rows, columns), triggers },
        ...(firing.has(table) && { firesTriggers: firedTriggers(table).map((trigger) => trigger.name) }),
        ...(filled.has(table) && { isFilledByTriggers: true as const }),
      };
    }),
    views: [...views.values()].map(({ kind, name: view, definition, settings }) => ({
      kind,
      name: view,
      definition,
      settings,
      columns: placeholders.get(view) ?? [],
    })),
    programs,
    sequences: [...sequences.values()],
  };
}
