import { inputWords, type InputChoices } from '../../contract/commands/input';
import type { EngineJsonColumnFacts } from '../../engine/scan/scans';
import { jsonFailures } from '../../text/format/json';
import { renamedBy } from '../delimited/chosen';

/** A key with its facts, and the name of its column. */
export interface NamedKey extends EngineJsonColumnFacts {
  readonly name: string;
}

/** Refuses choices that are about CSV and TSV alone: JSON says itself where its values end, and is UTF-8. */
export function assertJsonChoices(path: string, input: InputChoices): void {
  const [option] = inputWords({
    ...input,
    ...{ table: undefined, columns: undefined, rejects: undefined, timeZone: undefined },
  });
  if (option !== undefined) throw jsonFailures.optionOfCsv({ file: path, option });
}

/** The keys of a file with the names that are chosen for them. Fails with `usage` where these don't fit. Pure. */
export function namedKeys(
  file: string,
  { columns }: { readonly columns: readonly EngineJsonColumnFacts[] },
  { columns: chosen = {} }: InputChoices,
): readonly NamedKey[] {
  if (Array.isArray(chosen)) throw jsonFailures.columnsByOrder({ file });
  const keys = columns.map(({ key }) => key);
  const names = renamedBy(chosen, { file, found: keys }, (key) =>
    jsonFailures.keyAbsent({ file, key, keys: keys.slice(0, MOST_NAMED) }),
  );
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.key }));
}

const MOST_NAMED = 5;
