import { posix } from 'path';
import type { EngineChunkFile } from '../../engine/chunk-files';
import { COMPRESSED_SUFFIXES } from '../packing';

/** A script of mysqldump --tab, and the rows of the table that it creates. */
export interface TabFiles {
  readonly script: NamedFile;
  /** Null where none lie beside it. */
  readonly rows: NamedFile | null;
}

export interface NamedFile {
  readonly name: string;
  readonly compression: EngineChunkFile['compression'];
}

const NAME = /^(.+)\.(sql|txt)(\.(?:gz|zst|bz2|xz|lz4))?$/i;
const COMPRESSIONS: ReadonlyMap<string, EngineChunkFile['compression']> = new Map(COMPRESSED_SUFFIXES);

/** The scripts of a folder with their rows, in the order of their names, and the files that belong to none. Pure. */
export function tabFiles(names: readonly string[]): {
  readonly pairs: readonly TabFiles[];
  readonly others: readonly string[];
} {
  const visible = [...names].filter((name) => !name.startsWith('.') || NAME.test(name)).sort();
  const scripts = new Map<string, NamedFile>();
  const rows = new Map<string, NamedFile>();
  for (const name of visible) {
    const [, stem, kind = '', packing = ''] = NAME.exec(name) ?? [];
    const files = kind.toLowerCase() === 'sql' ? scripts : rows;
    if (stem !== undefined)
      files.set(stem, { name, compression: COMPRESSIONS.get(packing.toLowerCase()) ?? 'none' });
  }
  const pairs = [...scripts].map(([stem, script]) => ({ script, rows: rows.get(stem) ?? null }));
  const known = new Set(pairs.flatMap((pair) => [pair.script.name, pair.rows?.name ?? '']));
  return { pairs, others: visible.filter((name) => !known.has(name)) };
}

/** The folder of a schema that a file lies in; null where it lies beside the others. Pure. */
export function schemaFolder(name: string): string | null {
  const at = name.indexOf('/');
  return at < 0 ? null : name.slice(0, at);
}

/** Returns whether a file may be a script or the rows of a table. Pure. */
export function isOfTab(name: string): boolean {
  return NAME.test(name);
}

/** Returns whether rows lie beside the script of a table. Pure. */
export function hasPairs(names: readonly string[]): boolean {
  return tabFiles(names).pairs.some(({ rows }) => rows !== null);
}

/** Rows of a table that lie beside its script, among files of an archive; null where there are none. Pure. */
export function rowsOfTab(names: readonly string[]): string | null {
  const known = new Map(names.map((name) => [posix.normalize(name), name]));
  const rows = tabFiles([...known.keys()]).pairs.find((pair) => pair.rows !== null)?.rows?.name;
  return known.get(rows ?? '') ?? null;
}
