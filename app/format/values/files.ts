import { basename, dirname, posix } from 'path';
import { assertNever } from '../../contract/exhaustive';
import type { Failure } from '../../contract/failure';
import { spooledDigest } from '../../engine/words/spooled-input';
import { archiveFailures, archiveText } from '../../text/format/archive';
import { delimitedFailures } from '../../text/format/delimited';
import { severalFailures } from '../../text/format/several';
import type { DumpPlace } from '../format';
import type { ScriptSchema, ScriptTable } from '../script/content';
import { rowsBeside } from '../script/files/other-rows';
import { SCRIPT_SUFFIX } from '../script/files/in-folder';
import { definitionFile, folderDefinitions } from './definition';
import { namePattern, valuesFile, type ValuesFile } from './names';

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
    place.kind === 'file' ? [basename(place.path)] : place.names.filter((name) => !isHidden(name));
  const files = names.flatMap((name) => fileOf(name) ?? []);
  const wished = new Set(
    place.kind === 'folder' && place.hasFolders === true
      ? names.flatMap((name) => folderDefinitions(posix.dirname(name)))
      : files.map(definitionFile),
  );
  const rest = names.filter((name) => fileOf(name) === null);
  return {
    files,
    definitions: new Set(rest.filter((name) => wished.has(name))),
    others: rest.filter((name) => !wished.has(name)),
  };
}

/** Name of the file that a place is alone, or holds alone; null for several files. Pure. */
export function loneName(place: DumpPlace): string | null {
  if (place.kind === 'file') return basename(place.path);
  const [first, ...others] = place.kind === 'archive' ? place.names : [];
  return others.length === 0 ? (first ?? null) : null;
}

/**
 * Remarks on files at a place that are none of rows, and the reasons against those that would be missed. Pure.
 *
 * @param own first file that is read
 * @param unknownFile makes the reason against one; `ending` is that of `own` where a pattern can choose the files, else null
 */
export function restOf(
  place: DumpPlace,
  { own, others }: { readonly own: string | undefined; readonly others: readonly string[] },
  unknownFile: (values: { readonly file: string; readonly ending: string | null }) => Failure,
): { readonly problems: readonly Failure[]; readonly remarks: readonly string[] } {
  const { kind, path } = place;
  const missed = missedAmong(place, others);
  const left = others.filter((name) => !missed.includes(name));
  const [first] = own === undefined ? [] : rowsAmong([own]);
  const rows = rowsAmong(missed);
  const known = new Set(rows.flatMap((file) => [file.name, definitionFile(file)]));
  const isPattern = kind === 'folder' && place.hasFolders !== true;
  const ending = first === undefined || !isPattern ? null : first.name.slice(first.stem.length);
  return {
    problems:
      kind === 'archive'
        ? missed.map((name) => archiveFailures.otherForm({ path, name }).failure)
        : [
            ...otherFormats(first, rows),
            ...missed.filter((name) => !known.has(name)).map((file) => unknownFile({ file, ending })),
          ],
    remarks: left[0] === undefined ? [] : [archiveText.leftOutOfRows(left.length, left[0])],
  };
}

function otherFormats(own: RowsFile | undefined, rows: readonly RowsFile[]): readonly Failure[] {
  const firsts = [...byFormat(rows).values()].flatMap(([first]) => first ?? []);
  if (own === undefined || firsts.length === 0) return [];
  const files = [own, ...firsts].map(({ name, ending }) => ({ file: name, ending }));
  return [severalFailures.mixedFolder({ files }).failure];
}

/**
 * Returns whether files of rows are most of what a place holds, and no format has more of them than this one: of formats with
 * as many the first reads the place, and refuses the others. Pure.
 */
export function areMostly(place: DumpPlace, files: readonly unknown[], others: readonly string[]): boolean {
  const missed = missedAmong(place, others);
  const rows = rowsAmong(missed);
  const isMost = [...byFormat(rows).values()].every(({ length }) => length <= files.length);
  return files.length > 0 && isMost && files.length + rows.length > missed.length - rows.length;
}

type RowsFile = Pick<ValuesFile, 'name' | 'stem'> & { readonly ending: string };

/** Formats of files of rows by their names' endings. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ csv: 'delimited', tsv: 'delimited' },
  ...{ jsonl: 'json', ndjson: 'json' },
  xml: 'xml',
};
const ROWS = namePattern(...Object.keys(FORMATS));

function rowsAmong(names: readonly string[]): readonly RowsFile[] {
  return names.flatMap((name) => valuesFile(name, ROWS) ?? []);
}

function byFormat(rows: readonly RowsFile[]): ReadonlyMap<string, readonly RowsFile[]> {
  const formatOf = ({ ending }: RowsFile) => FORMATS[ending] ?? '';
  return new Map(
    [...new Set(rows.map(formatOf))].map((format) => [
      format,
      rows.filter((row) => formatOf(row) === format),
    ]),
  );
}

/** Returns whether a file is none of a dump, as file managers hide some and leave others behind. Pure. */
export function isHidden(name: string): boolean {
  return posix.basename(name).startsWith('.') || LEFT_BY_SPARK.test(name);
}

/** Marks that Spark and others leave beside the parts of a table. */
const LEFT_BY_SPARK = /(?:^|\/)_(?:SUCCESS|(?:committed|started)_\d+)$/;

/** Names under which there may be rows, or statements, of a form that is not that of the other files. */
const MAY_HOLD_ROWS = /\.(?:txt|json|dat)(?:\.\w+)?$/i;
const TOLD_BESIDE = /(?:^|[/\\])(?:(?:read.?me|licen[cs]e|copying|changelog)(?:\.txt)?|datapackage\.json)$/i;

/** Files that nobody may leave out in silence: nobody can take one out of an archive, where only those may hold rows. */
function missedAmong({ kind }: DumpPlace, others: readonly string[]): readonly string[] {
  if (kind !== 'archive') return others;
  return others.filter(
    (name) =>
      SCRIPT_SUFFIX.test(name) ||
      (MAY_HOLD_ROWS.test(name) && !TOLD_BESIDE.test(name)) ||
      rowsBeside([name]) !== null,
  );
}

/** Folder of the files at a place. */
export function directoryOf({ kind, path }: DumpPlace): string {
  return kind === 'folder' ? path : dirname(path);
}

const ARCHIVE_END = /(?:\.(?:csv|tsv|jsonl|ndjson|xml))?\.zip$/i;

/** Name of the schema of files whose names have none; null where a file that is named alone gives it. Pure. */
export function schemaOfPlace({ kind, path }: DumpPlace): string | null {
  switch (kind) {
    case 'file':
      return null;
    case 'folder':
      return basename(path);
    case 'archive':
      return spooledDigest(path) === null ? basename(path).replace(ARCHIVE_END, '') : 'stdin';
    default:
      return assertNever(kind);
  }
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

/** Refuses a second table of one name; `tables` are those of the groups. Pure. */
export function namesakes(
  groups: readonly { readonly files: readonly Pick<ValuesFile, 'name'>[] }[],
  tables: readonly FoundTable[],
): readonly Failure[] {
  const known = new Map<string, string>();
  return tables.flatMap(({ schema, table }, at) => {
    const key = JSON.stringify([schema, table.text.name]);
    const other = known.get(key);
    const file = groups[at]?.files[0]?.name ?? '';
    known.set(key, other ?? file);
    return other === undefined ? [] : [delimitedFailures.twice({ file, other }).failure];
  });
}
