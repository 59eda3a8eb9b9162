import type { TableRename } from '../../../app/contract/runs/options';
import { objectKey } from './object-key';
import { renameProblems, type RenameProblem } from './rename';

/** New names of tables, by {@link objectKey}. Never changed in place. */
export type TableRenames = ReadonlyMap<string, TableRename>;

/** Selected tables and views of a schema, by name. */
export interface TakenObjects {
  readonly schema: string;
  readonly names: readonly string[];
}

export function readRenames(renames: readonly TableRename[]): TableRenames {
  return new Map(renames.map((rename) => [objectKey(rename.schema, rename.table), rename]));
}

/** A table's own name takes its rename back. */
export function withRename(renames: TableRenames, rename: TableRename): TableRenames {
  const next = new Map(renames);
  const key = objectKey(rename.schema, rename.table);
  if (rename.to === rename.table) next.delete(key);
  else next.set(key, rename);
  return next;
}

/** The schemas of which a table is to have another name. */
export function renamedSchemas(renames: TableRenames): ReadonlySet<string> {
  return new Set([...renames.values()].map(({ schema }) => schema));
}

/** The name that a table is to have. */
export function newNameOf(renames: TableRenames, schema: string, table: string): string {
  return renames.get(objectKey(schema, table))?.to ?? table;
}

/** Renames of selected tables; the rename of an unselected table has no effect. */
export function takenRenames(renames: TableRenames, taken: readonly TakenObjects[]): TableRename[] {
  if (renames.size === 0) return [];
  const there = new Map(taken.map(({ schema, names }) => [schema, new Set(names)]));
  return [...renames.values()].filter(({ schema, table }) => there.get(schema)?.has(table) === true);
}

/**
 * Problems of tables' new names, by {@link objectKey}: views keep theirs.
 *
 * @param taken of the {@link renamedSchemas}; in the others no name can clash
 */
export function tableProblems(
  renames: TableRenames,
  taken: readonly TakenObjects[],
): Readonly<Record<string, RenameProblem>> {
  const renamed = renamedSchemas(readRenames(takenRenames(renames, taken)));
  const problems = taken
    .filter(({ schema }) => renamed.has(schema))
    .map(({ schema, names }) =>
      renameProblems(
        Object.fromEntries(
          names.map((name) => [objectKey(schema, name), newNameOf(renames, schema, name)] as const),
        ),
      ),
    );
  return Object.assign({}, ...problems) as Readonly<Record<string, RenameProblem>>;
}
