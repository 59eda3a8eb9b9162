import { join } from 'path';
import { SluiceError, type Failure } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { toFailure } from '../../engine/failures';
import type { EngineRowDialect } from '../../engine/chunk-files';
import { delimitedText } from '../../text/format/delimited';
import { fieldsFailures } from '../../text/format/fields';
import type { FieldsRows, ScriptFile } from '../script/content';
import { rangeBytes } from '../script/scan';
import type { FieldsRecipe } from './columns';

/** A file that LOAD DATA would read, and how. */
export interface FieldsFile {
  /** Folder that the file's path begins in. */
  readonly directory: string;
  readonly file: ScriptFile;
  readonly dialect: EngineRowDialect;
  readonly recipe: FieldsRecipe;
  /** Rows at its beginning that hold no values. */
  readonly skippedRows: number;
}

/** The rows of such a file, in ranges, and what speaks against loading them. */
export async function fieldsRows(
  engine: Addon,
  { directory, file, dialect, recipe, skippedRows }: FieldsFile,
): Promise<{ readonly rows: readonly FieldsRows[]; readonly problems: readonly Failure[] }> {
  const path = join(directory, file.path);
  const { compression, entry } = file;
  const { columns, names, decoders, unsafe } = recipe;
  // Its rows can't be told apart.
  if (unsafe.length > 0)
    return {
      rows: [],
      problems: [fieldsFailures.unsafeCharset({ file: file.name, charsets: unsafe }).failure],
    };
  const content = await engine.scanFields({
    ...{ path, compression, entry, dialect, skippedRows },
    columns: columns.length,
    bytesPerRange: await rangeBytes({ path, compression, entry }),
  });
  if ('code' in content) throw SluiceError.from(toFailure(content));
  const { oddRows, oddRowCount, openLine } = content;
  const first = oddRows.map(({ line, values }) => delimitedText.oddRow(line, values)).join(', ');
  return {
    rows: content.ranges.map((range) => ({
      kind: 'fields',
      file,
      ...range,
      charset: 'utf8mb4',
      isComputed: false,
      columns: names,
      decoders,
      part: { path: file.path, ...range, dialect, columns },
    })),
    problems: [
      ...(openLine === null ? [] : [fieldsFailures.cut({ file: file.name, line: openLine }).failure]),
      ...(oddRowCount === 0
        ? []
        : [
            fieldsFailures.oddRows({ file: file.name, rows: oddRowCount, columns: columns.length, first })
              .failure,
          ]),
    ],
  };
}
