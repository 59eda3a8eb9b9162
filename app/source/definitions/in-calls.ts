import { groupBy } from '../../catalog/collections/group-by';
import type { TableName } from '../locks/locks';

/** Most schemas and tables of one call: the answers to its questions are held together. */
const MOST_SCHEMAS = 32;
const MOST_TABLES = 1000;

/** Divides schemas among calls, in their order: small ones share one. */
export function inCalls<Stem extends { readonly schema: string }>(
  schemas: readonly Stem[],
  tables: readonly TableName[],
): readonly (readonly Stem[])[] {
  const tablesOf = groupBy(tables, ({ schema }) => schema);
  const calls: Stem[][] = [];
  let left = { schemas: 0, tables: 0 };
  for (const stem of schemas) {
    const own = tablesOf.get(stem.schema)?.length ?? 0;
    if (left.schemas === 0 || left.tables < own) {
      calls.push([]);
      left = { schemas: MOST_SCHEMAS, tables: MOST_TABLES };
    }
    calls[calls.length - 1]?.push(stem);
    left = { schemas: left.schemas - 1, tables: left.tables - own };
  }
  return calls;
}
