import type { SchemaNames } from '../../catalog/selection/names';

/** Most schemas and tables of one call: the answers to its questions are held together. */
const MOST_SCHEMAS = 32;
const MOST_TABLES = 1000;

/** Divides schemas among calls, in their order: small ones share one. `names` has all tables, for all are asked about. */
export function inCalls<Stem extends { readonly schema: string }>(
  schemas: readonly Stem[],
  names: readonly SchemaNames[],
): readonly (readonly Stem[])[] {
  const tablesOf = new Map(
    names.map(({ name, tables, tableLikes }) => [name, tables.length + tableLikes.length] as const),
  );
  const calls: Stem[][] = [];
  let left = { schemas: 0, tables: 0 };
  for (const stem of schemas) {
    const own = tablesOf.get(stem.schema) ?? 0;
    if (left.schemas === 0 || left.tables < own) {
      calls.push([]);
      left = { schemas: MOST_SCHEMAS, tables: MOST_TABLES };
    }
    calls[calls.length - 1]?.push(stem);
    left = { schemas: left.schemas - 1, tables: left.tables - own };
  }
  return calls;
}
