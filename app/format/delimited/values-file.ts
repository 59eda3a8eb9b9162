import type { InputChoices } from '../../contract/commands/input';
import type { Addon } from '../../engine/addon';
import type { EngineDelimitedContent, EngineDelimitedSpec, EngineMisfitRow } from '../../engine/scan/scans';
import type { EngineDelimitedColumn } from '../../engine/chunk-files';
import { delimitedFailures, delimitedText } from '../../text/format/delimited';
import { rejectsText } from '../../text/format/rejects';
import type { DelimitedRows } from '../script/content';
import { columnsOf } from '../script/tables/table-text';
import { windows1252Text } from '../letters/one-byte';
import { assertCharset, assertDates, assertDecimals, chosenNames } from './chosen';
import type { ReadTable, ValuesPlace } from '../values/folder';
import { skippedLines } from '../values/rejects';
import { definedChecks, definedTable, fittedTable, fittingChecks, takesIntegers } from './definition';
import { doubtfulNames, firstRows, type DelimitedDialect } from './dialect';
import { dateForms, likelyDateFacts, type DateForm } from './types/date-form';
import type { DelimitedFile } from './names';
import { doubtfulDates, doubtfulNumbers } from './doubts';
import { doubtedNumbers, isGrouped, numberForms, toldSign } from './types/number-form';
import { problemsOf, rejectedValues } from './misfits';
import { openParts, scanParts, type Part, type ScannedPart } from './parts';
import { inferredTable, type MadeTable } from './table';

/** Reads the files of a table's values from their beginnings to their ends. Fails with `usage` where a choice does not fit them. */
export async function readTable(engine: Addon, place: ValuesPlace<DelimitedFile>): Promise<ReadTable> {
  const { table, definition, there, input } = place;
  const parts = await openParts(engine, place);
  const { head, lead, dialect } = parts;
  const { hasHeader, separator } = dialect;
  const name = nameOf(parts.all, lead);
  const headed = parts.all.filter((part) => part.hasHeader);
  const mayChoose = input.header === undefined && definition === null && there === null;
  const doubtful = mayChoose ? doubtfulNames(head, dialect) : null;
  const scan = async (checks: EngineDelimitedSpec['checks']) => await scanParts(engine, parts, input, checks);
  const ownChecks = (found: readonly string[], dates: readonly DateForm[]) =>
    definition === null ? [] : definedChecks(definition, found, input, dates);
  const [firstRow = [], ...moreRows] = firstRows(head, dialect);
  const likely = hasHeader ? firstRow : [];
  const likelyForms = dateForms(likelyDateFacts(hasHeader ? moreRows : [firstRow, ...moreRows]), input.dates);
  // Rows that are set aside tell nothing of the others: then all are read before any is.
  const isSetAside = input.rejects !== undefined;
  const first = await scan(isSetAside ? [] : ownChecks(likely, likelyForms));
  const ownText = decoding(!first.names.every(isUtf8Text));
  const forms = dateForms(first.columns, input.dates);
  const isLikely =
    definition === null ||
    (!isSetAside &&
      first.names.every((bytes, at) => bytes.toString() === likely[at]) &&
      forms.every((order, at) => order === likelyForms[at]));
  const scanned = isLikely ? first : await scan(ownChecks(first.names.map(ownText), forms));
  const charsets = scanned.contents.map(({ part, content }) => charsetOf(part.file.name, content, input));
  const textsOf = charsets.map((charset) => decoding(charset === 'latin1'));
  const textOf = textsOf[scanned.contents.findIndex(({ part }) => part === lead)] ?? decoding(false);
  const header = scanned.names.map(textOf);
  const names = chosenNames(name, { header, columns: scanned.columns.length, definition }, input);
  assertDecimals(name, { columns: scanned.columns, names }, input);
  assertDates(name, { columns: scanned.columns, names }, input);
  const { decimal } = input;
  const numbers = scanned.columns.map((facts, at) => ({
    ...facts,
    isForIntegers: there !== null && takesIntegers(there, names[at] ?? ''),
  }));
  const signs = { choice: decimal, separator };
  const byFile =
    definition === null
      ? inferredTable(table, scanned, { names, numberForms: numberForms(numbers, signs), forms })
      : definedTable(definition, { names, decimal, forms });
  const made =
    there === null
      ? byFile
      : fittedTable(there, byFile, { decimal: decimal ?? toldSign(numbers, separator), forms });
  // The columns that a file has tell what its values are compared with.
  const content = there === null ? scanned : await scan(fittingChecks(there, made));
  const isAssumed = hasHeader && mayChoose && made.columns.every(isText);
  const files = content.contents.map((found, at) =>
    fileOfTable(found, made, { input, dialect, textOf: textsOf[at] ?? textOf, charset: charsets[at] }),
  );
  const { text, primaryKey } = made;
  const hasThousands = made.columns.some((column, at) => isGrouped(column, scanned.columns[at]));
  const found = {
    ...{ file: name, ...dialect, isWindows1252: charsets.includes('latin1'), primaryKey },
    ...{ columns: made.columns, hasThousands },
    headedFiles: headed.length === parts.all.length ? null : nameOf(headed, lead),
  };
  return {
    table: {
      ...{ isCreated: true, isReworded: true, text, columns: columnsOf(text), triggers: [] },
      rows: files.flatMap(({ rows }) => rows),
    },
    instants: made.names.filter((_, at) => made.columns[at] === 'instant'),
    remark: delimitedText.found({ ...found, isDefined: definition !== null, input }),
    problems: files.flatMap(({ problems }) => problems),
    rejected: files.flatMap(({ rejected }) => rejected),
    rejectedRows: files.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0),
    warnings: [
      ...(isAssumed
        ? [delimitedFailures.headerAssumed({ file: nameOf(headed, lead), names: header }).failure]
        : []),
      ...(doubtful === null
        ? []
        : [delimitedFailures.headerDoubted({ file: lead.file.name, names: doubtful }).failure]),
      ...parts.warnings,
      ...doubtfulDates({ file: name, made, target: definition ?? there, facts: first.columns, forms }),
      ...(definition === null
        ? doubtfulNumbers({ file: name, made, target: there, isDoubted: doubtedNumbers(numbers, signs) })
        : []),
    ],
  };
}

/** The file that leads some, and how many others there are. */
function nameOf(parts: readonly Part[], lead: Part): string {
  return parts.length <= 1 ? lead.file.name : delimitedText.ofFiles(lead.file.name, parts.length - 1);
}

interface FileReading {
  readonly input: InputChoices;
  readonly dialect: DelimitedDialect;
  readonly textOf: (bytes: Uint8Array) => string;
  readonly charset: InputChoices['charset'];
}

/** Part that a file has in its table. */
type FileOfTable = Pick<ReadTable, 'problems' | 'rejected' | 'rejectedRows'> & {
  readonly rows: readonly DelimitedRows[];
};

function fileOfTable(
  { part: { file }, content }: ScannedPart,
  made: MadeTable,
  { input, dialect, textOf, charset }: FileReading,
): FileOfTable {
  const { name, path, compression, entry } = file;
  const isWindows1252 = charset === 'latin1';
  const isSetAside = input.rejects !== undefined;
  const reasonOf = ({ column, misfit, value }: EngineMisfitRow) =>
    rejectsText.misfit({
      column: made.names[column] ?? String(column + 1),
      misfit,
      value: textOf(value),
    });
  const rejected = isSetAside ? rejectedValues(name, content, { isWindows1252, reasonOf }) : [];
  const { separator, quote, backslashEscapes } = dialect;
  const format = { separator, quote, backslashEscapes, nullWord: input.nullWord ?? null };
  return {
    rejected,
    rejectedRows: isSetAside ? content.oddRowCount + content.misfitCount : 0,
    problems: problemsOf(name, content, { isSetAside, reasonOf }),
    rows: content.ranges.map((range, at) => ({
      kind: 'delimited',
      file: { name, path, compression, entry },
      ...range,
      charset: 'utf8mb4',
      isComputed: false,
      columns: made.names,
      decoders: made.decoders,
      part: {
        ...{ path, ...range, format, isWindows1252, columns: made.columns },
        skippedLines: skippedLines(rejected, range, content.ranges[at + 1]),
      },
    })),
  };
}

/** Bytes that are no UTF-8 are taken for Windows-1252, in which each is a letter. */
function charsetOf(
  file: string,
  content: EngineDelimitedContent,
  { charset }: InputChoices,
): NonNullable<InputChoices['charset']> {
  const isUtf8 = content.columns.every((column) => column.isUtf8) && content.names.every(isUtf8Text);
  const misfit = content.misfits.find((row) => row.misfit === 'utf8');
  const first = misfit === undefined ? '' : rejectsText.inColumn(misfit.line, misfit.column + 1);
  assertCharset({ file, isUtf8, first }, charset);
  return charset ?? (isUtf8 ? 'utf8mb4' : 'latin1');
}

function decoding(isWindows1252: boolean): (bytes: Uint8Array) => string {
  const utf8 = new TextDecoder();
  return isWindows1252 ? windows1252Text : (bytes) => utf8.decode(bytes);
}

function isText(column: EngineDelimitedColumn): boolean {
  return column === 'text';
}

function isUtf8Text(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}
