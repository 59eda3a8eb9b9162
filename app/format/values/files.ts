import { basename, dirname } from 'path';
import type { Failure } from '../../contract/failure';
import { delimitedFailures } from '../../text/format/delimited';
import type { DumpPlace } from '../format';
import type { ScriptSchema, ScriptTable } from '../script/content';
import { definitionFile } from './definition';
import type { ValuesFile } from './names';

/** Files of rows at a place, and what else is there. */
export interface FoundFiles<File> {
  readonly files: readonly File[];
  /** Scripts that define tables of the files; a file that is named alone has none. */
  readonly definitions: ReadonlySet<string>;
  readonly others: readonly string[];
}

/** Finds the files of one kind; `fileOf` takes a name apart, and returns null for one of another kind. Pure. */
export function filesAt<File extends Pick<ValuesFile, 'stem'>>(
  place: DumpPlace,
  fileOf: (name: string) => File | null,
): FoundFiles<File> {
  const names =
    place.kind === 'file' ? [basename(place.path)] : place.names.filter((name) => !name.startsWith('.'));
  const files = names.flatMap((name) => fileOf(name) ?? []);
  const wished = new Set(files.map(definitionFile));
  const rest = names.filter((name) => fileOf(name) === null);
  return {
    files,
    definitions: new Set(rest.filter((name) => wished.has(name))),
    others: rest.filter((name) => !wished.has(name)),
  };
}

/** Folder of the files at a place. */
export function directoryOf({ kind, path }: DumpPlace): string {
  return kind === 'file' ? dirname(path) : path;
}

interface FoundTable {
  readonly schema: string;
  readonly table: ScriptTable;
}

/** Schemas that consist of tables alone. Pure. */
export function schemasOf(tables: readonly FoundTable[]): readonly ScriptSchema[] {
  return [...new Set(tables.map(({ schema }) => schema))].map((name) => ({
    name,
    create: null,
    tables: tables.filter(({ schema }) => schema === name).map(({ table }) => table),
    views: [],
    programs: [],
    sequences: [],
  }));
}

/** Refuses a second file of one table; `tables` are those of the files. Pure. */
export function namesakes(
  files: readonly Pick<ValuesFile, 'name'>[],
  tables: readonly FoundTable[],
): readonly Failure[] {
  const known = new Map<string, string>();
  return tables.flatMap(({ schema, table }, at) => {
    const key = JSON.stringify([schema, table.text.name]);
    const other = known.get(key);
    const file = files[at]?.name ?? '';
    known.set(key, other ?? file);
    return other === undefined ? [] : [delimitedFailures.twice({ file, other }).failure];
  });
}
