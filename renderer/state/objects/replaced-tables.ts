import type { CatalogTree } from '../../../app/contract/catalog';
import type { OnExisting } from '../../../app/contract/runs/options';

/** A table on the target whose rows a load would remove. */
export interface ReplacedTable {
  readonly schema: string;
  readonly name: string;
  /** Estimate of the server's statistics. */
  readonly rows: number;
}

/** Returns whether tables that exist lose the rows that they have. */
export function removesRows(policy: OnExisting): boolean {
  return policy === 'drop' || policy === 'truncate';
}

/**
 * The tables on the target that have one of these names, most rows first.
 *
 * @param wanted names as `schema.table`. Case is ignored, for some servers fold names: a question too many is better
 *   than one too few.
 */
export function replacedTables(
  { schemas }: CatalogTree,
  wanted: readonly string[],
): readonly ReplacedTable[] {
  const names = new Set(wanted.map((name) => name.toLowerCase()));
  return schemas
    .flatMap((schema) => schema.tables.map(({ name, rows }) => ({ schema: schema.name, name, rows })))
    .filter(({ schema, name }) => names.has(`${schema}.${name}`.toLowerCase()))
    .sort((one, other) => other.rows - one.rows);
}
