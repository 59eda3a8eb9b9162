import { posix } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import { delimitedFailures } from '../../text/format/delimited';
import type { DumpPlace } from '../format';
import { definitionFile, folderDefinitions } from './definition';
import { folderStem, namesOfTable, type ValuesFile } from './names';

/** Files that hold the rows of one table. */
export interface TableFiles<File> {
  /** At least one. */
  readonly files: readonly File[];
  /** As the names tell them; the schema is null where they don't. */
  readonly schema: string | null;
  readonly table: string;
  /** Name of the script beside them that defines the table, or its name without the end; null where there is none. */
  readonly definition: string | null;
  /** Name of the file or folder, without endings. */
  readonly stem: string;
}

/**
 * Sorts files of rows by their tables: each file is one, or each folder; a table that was chosen by hand takes all of them.
 * Fails with `usage` where it would take files that several scripts define. Pure.
 */
export function tableFilesOf<File extends ValuesFile>(
  place: DumpPlace,
  files: readonly File[],
  definitions: ReadonlySet<string>,
  input: InputChoices,
): readonly TableFiles<File>[] {
  const isOfFolders = place.kind === 'folder' && place.hasFolders === true;
  const found = isOfFolders ? ofFolders(files, definitions) : files.map((file) => ofFile(file, definitions));
  const tables = input.table === undefined ? found : [ofChoice(found)];
  for (const table of tables) assertApart(table.files);
  return tables;
}

function ofFolders<File extends ValuesFile>(
  files: readonly File[],
  definitions: ReadonlySet<string>,
): readonly TableFiles<File>[] {
  const folders = [...new Set(files.map(({ name }) => posix.dirname(name)))];
  const partition = folders.find((folder) => PARTITION.test(folder));
  if (partition !== undefined) throw delimitedFailures.partitionFolder({ folder: partition });
  return folders.map((folder) => {
    const script = folderDefinitions(folder).find((name) => definitions.has(name)) ?? null;
    const stem = folderStem(folder);
    return {
      files: files.filter(({ name }) => posix.dirname(name) === folder),
      ...namesOfTable(stem),
      definition: script,
      stem,
    };
  });
}

/** Folder of rows of one value of a column, as Hive and Spark name it: `year=2024`. */
const PARTITION = /^[^=]+=/;

/** Refuses the same rows twice, as `gzip -k` leaves them. */
function assertApart(files: readonly ValuesFile[]): void {
  const known = new Map<string, string>();
  for (const { stem, name } of files) {
    const other = known.get(stem);
    if (other !== undefined) throw delimitedFailures.sameFile({ file: name, other });
    known.set(stem, name);
  }
}

function ofFile<File extends ValuesFile>(file: File, definitions: ReadonlySet<string>): TableFiles<File> {
  const { schema, table, stem } = file;
  const script = definitionFile(file);
  return { files: [file], schema, table, definition: definitions.has(script) ? script : null, stem };
}

/** All files as one table; a schema that their names have is its own only where all have it. */
function ofChoice<File extends ValuesFile>(found: readonly TableFiles<File>[]): TableFiles<File> {
  const files = found.flatMap((table) => table.files);
  const [first, ...others] = found;
  const isDefined = found.some(({ definition }) => definition !== null);
  if (first === undefined || (isDefined && others.length > 0))
    throw delimitedFailures.tableOfOne({ option: '--input-table', files: files.length });
  const isCommon = others.every(({ schema }) => schema === first.schema);
  return { ...first, files, schema: isCommon ? first.schema : null };
}
