import type { ServerFacts } from '../../catalog/server/server';
import { foldsTables } from '../../catalog/server/name-folding';
import type { Failure } from '../../contract/failure';
import type { DumpFolder } from '../../format/read/dump';
import { loadFailures } from '../../text/load/load';

/**
 * Returns a warning where the dump's source and the target differ in whether case distinguishes names of tables; none
 * where the dump does not record it. Pure.
 */
export function nameCaseWarnings(
  target: Pick<ServerFacts, 'lowerCaseTableNames'>,
  dump: Pick<DumpFolder, 'manifest' | 'schemas'>,
): readonly Failure[] {
  const { lowerCaseTableNames: onSource } = dump.manifest;
  const { lowerCaseTableNames: onTarget } = target;
  if (onSource === undefined) return [];
  if (foldsTables({ lowerCaseTableNames: onSource }))
    return foldsTables(target) ? [] : [loadFailures.nameCaseCounts({ onSource }).failure];
  if (onTarget !== 1 || !hasCapitals(dump)) return [];
  return [loadFailures.namesFolded({ onTarget }).failure];
}

function hasCapitals({ schemas }: Pick<DumpFolder, 'schemas'>): boolean {
  return schemas.some(({ name, tables, views }) =>
    [name, ...tables.map((table) => table.name), ...views.map((view) => view.name)].some(
      (given) => given !== given.toLowerCase(),
    ),
  );
}
