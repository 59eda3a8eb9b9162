import { posix } from 'path';
import type { InputChoices } from '../../contract/commands/input';
import { delimitedFailures } from '../../text/format/delimited';
import type { DumpPlace } from '../format';
import { definitionFile, folderDefinition } from './definition';
import { namesOfTable, type ValuesFile } from './names';

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
  const single = files.map((file) => ofFile(file, definitions));
  if (input.table !== undefined) return [ofChoice(files, single)];
  if (place.kind !== 'folder' || place.hasFolders !== true) return single;
  const folders = [...new Set(files.map(({ name }) => posix.dirname(name)))];
  return folders.map((folder) => {
    const script = folderDefinition(folder);
    return {
      files: files.filter(({ name }) => posix.dirname(name) === folder),
      ...namesOfTable(folder),
      definition: definitions.has(script) ? script : null,
      stem: folder,
    };
  });
}

function ofFile<File extends ValuesFile>(file: File, definitions: ReadonlySet<string>): TableFiles<File> {
  const { schema, table, stem } = file;
  const script = definitionFile(file);
  return { files: [file], schema, table, definition: definitions.has(script) ? script : null, stem };
}

function ofChoice<File extends ValuesFile>(
  files: readonly File[],
  single: readonly TableFiles<File>[],
): TableFiles<File> {
  const defined = single.filter(({ definition }) => definition !== null);
  const [first] = single;
  if (first === undefined || (defined.length > 0 && single.length > 1))
    throw delimitedFailures.tableOfOne({ option: '--input-table', files: files.length });
  return { ...first, files };
}
