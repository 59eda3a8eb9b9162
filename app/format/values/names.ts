import { posix } from 'path';
import type { EngineChunkFile } from '../../engine/chunk-files';
import { unescapedPart } from '../names';
import { COMPRESSED_SUFFIXES } from '../packing';
import { shownPath } from '../../engine/words/spooled-input';
import type { ScriptFile } from '../script/content';

/** File of a table's rows in a dump, by its name. */
export interface ValuesFile extends ScriptFile {
  /** Name without its endings. */
  readonly stem: string;
  /** Null where the name has none. */
  readonly schema: string | null;
  readonly table: string;
}

const COMPRESSIONS: ReadonlyMap<string, EngineChunkFile['compression']> = new Map(COMPRESSED_SUFFIXES);

/** Pattern of the names of files with one of these endings, packed or not: stem, ending and packing. */
export function namePattern(...endings: readonly string[]): RegExp {
  return new RegExp(`^(.+)\\.(${endings.join('|')})(\\.(?:gz|zst|bz2|xz|lz4))?$`, 'i');
}

/** Takes a file's name apart: `orders.csv`, `shop.orders.tsv.gz`; null where the pattern does not fit. Pure. */
export function valuesFile(name: string, pattern: RegExp): (ValuesFile & { readonly ending: string }) | null {
  const match = pattern.exec(name);
  if (match === null) return null;
  const [, stem = '', ending = '', packing = ''] = match;
  return {
    name,
    path: name,
    stem,
    ending: ending.toLowerCase(),
    compression: COMPRESSIONS.get(packing.toLowerCase()) ?? 'none',
    entry: null,
    ...namesOfTable(posix.basename(stem)),
  };
}

/** Spark calls a folder as it was told to call the file: `orders.csv/`. */
const ROWS_ENDING = /\.(?:csv|tsv|jsonl|ndjson)(?:\.(?:gz|zst|bz2|xz|lz4))?$/i;

/** Name of a folder of files of rows without their endings. Pure. */
export function folderStem(folder: string): string {
  return folder.replace(ROWS_ENDING, '');
}

/** Schema and table that a file without its endings, or a folder, is named after: `shop.orders`, `orders`. Pure. */
export function namesOfTable(name: string): Pick<ValuesFile, 'schema' | 'table'> {
  const [, schema = null, table = name] = /^([^.]+)\.([^.]+)$/.exec(name) ?? [];
  return { schema: schema === null ? null : unescapedPart(schema), table: unescapedPart(table) };
}

/** A copy of standard input, which has no name of its own. Pure. */
export function standardInputFile(path: string): ValuesFile {
  return {
    ...{ name: shownPath(path), path, stem: 'stdin' },
    ...{ compression: 'none', entry: null, schema: 'stdin', table: 'stdin' },
  };
}

/** Schema in the name of a file whose table has this name; null for none. A table's name may have dots. Pure. */
export function schemaBefore({ stem }: Pick<ValuesFile, 'stem'>, table: string): string | null {
  const whole = unescapedPart(posix.basename(stem));
  return whole.length > table.length + 1 && whole.endsWith(`.${table}`)
    ? whole.slice(0, -table.length - 1)
    : null;
}
