import { posix } from 'path';
import { namePattern, valuesFile, type ValuesFile } from '../values/names';

/** File of delimited values in a dump. */
export interface DelimitedFile extends ValuesFile {
  /** Null where no name tells it. */
  readonly isTsv: boolean | null;
}

const NAME = namePattern('csv', 'tsv');

/** Takes a file's name apart; null for another file. Pure. */
export function delimitedFile(name: string): DelimitedFile | null {
  const file = valuesFile(name, NAME);
  if (file === null) return null;
  const { ending, ...values } = file;
  return { ...values, isTsv: ending === 'tsv' };
}

/**
 * Names in a file's first row, without spaces around them but where a column of the definition has just that name. Pure.
 */
export function namesIn(
  header: readonly string[],
  columns: readonly { readonly name: string }[],
): readonly string[] {
  const known = new Set(columns.map(({ name }) => name.toLowerCase()));
  return header.map((name) => (known.has(name.toLowerCase()) ? name : name.trim()));
}

/** A file of values under the name of something else, which is one table's. Pure. */
export function anyValuesFile(name: string): DelimitedFile {
  const stem = name.replace(/\.\w+(?:\.(?:gz|zst|bz2|xz|lz4))?$/i, '');
  return {
    name,
    path: name,
    stem,
    isTsv: null,
    compression: 'none',
    entry: null,
    schema: null,
    table: posix.basename(stem),
  };
}
