import { join } from 'path';
import { SluiceError } from '../../contract/failure';
import type { InputChoices } from '../../contract/commands/input';
import type { Addon } from '../../engine/addon';
import type {
  EngineDelimitedContent,
  EngineDelimitedSpec,
  EngineMisfitRow,
  EngineStoredFile,
} from '../../engine/scan/scans';
import type { EngineDelimitedColumn } from '../../engine/chunk-files';
import { toFailure } from '../../engine/failures';
import { delimitedFailures, delimitedText } from '../../text/format/delimited';
import { jsonFailures } from '../../text/format/json';
import { rejectsText } from '../../text/format/rejects';
import type { DelimitedRows } from '../script/content';
import { spooledDigest } from '../../engine/words/spooled-input';
import { unpackedHead } from '../script/files/unpacked';
import { rangeBytes } from '../script/scan';
import { columnsOf } from '../script/tables/table-text';
import { windows1252Text } from '../values/windows-1252';
import { assertCharset, assertDates, assertDecimals, assertParts, chosenNames } from './chosen';
import type { ReadTable, ValuesPlace } from '../values/folder';
import { KnownScans } from '../values/known-scans';
import { skippedLines } from '../values/rejects';
import { beginsAsScript, jsonIn } from '../values/standard-input';
import { definedChecks, definedTable, fittedTable, fittingChecks, takesIntegers } from './definition';
import { dialectOf, doubtfulNames, firstRows, partingSeparator } from './dialect';
import { dateForms, likelyDateFacts, type DateForm } from './date-form';
import type { DelimitedFile } from './names';
import { doubtfulDates, doubtfulNumbers } from './doubts';
import { doubtedNumbers, isGrouped, numberForms, toldSign } from './number-form';
import { problemsOf, rejectedValues } from './misfits';
import { inferredTable } from './table';

const HEAD_BYTES = 1 << 20;

const knownScans = new KnownScans<EngineDelimitedSpec, EngineDelimitedContent>();

/** Reads a file of values from its beginning to its end. Fails with `usage` where a choice does not fit it. */
export async function readTable(engine: Addon, place: ValuesPlace<DelimitedFile>): Promise<ReadTable> {
  const { directory, file, definition, there, input } = place;
  const { name, compression, entry } = file;
  const stored = { path: join(directory, file.path), compression, entry };
  const head = await readHead(engine, { ...stored, name }, input);
  const isTsv = file.isTsv ?? partingSeparator(head, false) === '\t';
  const dialect = dialectOf(head, isTsv, definition, input);
  const { hasHeader, ...characters } = dialect;
  const mayChoose = input.header === undefined && definition === null && there === null;
  const doubtful = mayChoose ? doubtfulNames(head, dialect) : null;
  const format = { ...characters, nullWord: input.nullWord ?? null };
  const bytesPerRange = await rangeBytes(stored);
  const scan = async (checks: EngineDelimitedSpec['checks']) => {
    const wish = {
      ...{ ...stored, format, hasHeader, bytesPerRange },
      mostSetAside: input.rejects?.limit ?? null,
      checks,
      expectsUtf8: input.charset === 'utf8mb4',
    };
    return await knownScans.of(wish, async (spec) => {
      const content = await engine.scanDelimited(spec);
      if ('code' in content) throw SluiceError.from(toFailure(content));
      return content;
    });
  };
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
  const isReadable = scanned.openLine === null && scanned.brokenLine === null;
  if (scanned.columns.length === 0 && isReadable) throw delimitedFailures.empty({ file: name });
  assertParts({ name, isTsv }, head, scanned, input);
  const isWindows1252 = charsetOf(name, scanned, input) === 'latin1';
  const textOf = decoding(isWindows1252);
  const header = scanned.names.map(textOf);
  const names = chosenNames(file, { header, columns: scanned.columns.length, definition }, input);
  assertDecimals(name, { columns: scanned.columns, names }, input);
  assertDates(name, { columns: scanned.columns, names }, input);
  const { decimal } = input;
  const numbers = scanned.columns.map((facts, at) => ({
    ...facts,
    isForIntegers: there !== null && takesIntegers(there, names[at] ?? ''),
  }));
  const signs = { choice: decimal, separator: characters.separator };
  const byFile =
    definition === null
      ? inferredTable(file.table, scanned, { names, numberForms: numberForms(numbers, signs), forms })
      : definedTable(definition, { names, decimal, forms });
  const made =
    there === null
      ? byFile
      : fittedTable(there, byFile, { decimal: decimal ?? toldSign(numbers, characters.separator), forms });
  // The columns that a file has tell what its values are compared with.
  const content = there === null ? scanned : await scan(fittingChecks(there, made));
  const isAssumed = hasHeader && mayChoose && made.columns.every(isText);
  const reasonOf = ({ column, misfit, value }: EngineMisfitRow) =>
    rejectsText.misfit({
      column: made.names[column] ?? String(column + 1),
      misfit,
      value: textOf(value),
    });
  const rejected =
    input.rejects === undefined ? [] : rejectedValues(name, content, { isWindows1252, reasonOf });
  const rows = content.ranges.map((range, at): DelimitedRows => ({
    kind: 'delimited',
    file: { name, path: file.path, compression, entry },
    ...range,
    charset: 'utf8mb4',
    isComputed: false,
    columns: made.names,
    decoders: made.decoders,
    part: {
      ...{ path: file.path, ...range, format, isWindows1252, columns: made.columns },
      skippedLines: skippedLines(rejected, range, content.ranges[at + 1]),
    },
  }));
  const { text, primaryKey } = made;
  const hasThousands = made.columns.some((column, at) => isGrouped(column, scanned.columns[at]));
  const found = {
    ...{ file: name, ...characters, hasHeader, isWindows1252, primaryKey },
    ...{ columns: made.columns, hasThousands },
  };
  return {
    table: { isCreated: true, isReworded: true, text, columns: columnsOf(text), rows, triggers: [] },
    instants: made.names.filter((_, at) => made.columns[at] === 'instant'),
    remark: delimitedText.found({ ...found, isDefined: definition !== null, input }),
    problems: problemsOf(name, content, { isSetAside: input.rejects !== undefined, reasonOf }),
    rejected,
    rejectedRows: input.rejects === undefined ? 0 : content.oddRowCount + content.misfitCount,
    warnings: [
      ...(isAssumed ? [delimitedFailures.headerAssumed({ file: name, names: header }).failure] : []),
      ...(doubtful === null
        ? []
        : [delimitedFailures.headerDoubted({ file: name, names: doubtful }).failure]),
      ...doubtfulDates({ file: name, made, target: definition ?? there, facts: first.columns, forms }),
      ...(definition === null
        ? doubtfulNumbers({ file: name, made, target: there, isDoubted: doubtedNumbers(numbers, signs) })
        : []),
    ],
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

interface NamedFile extends EngineStoredFile {
  readonly name: string;
}

/** The file's first characters. */
async function readHead(engine: Addon, { name, ...stored }: NamedFile, input: InputChoices): Promise<string> {
  const head = await unpackedHead(stored, engine, HEAD_BYTES);
  if (head.length === 0) throw delimitedFailures.empty({ file: name });
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2)))
    throw delimitedFailures.wideCharacters({ file: name });
  const text = head.toString('utf8');
  if (input.table !== undefined && beginsAsScript(text))
    throw delimitedFailures.statements({ option: '--input-table', file: name });
  if (spooledDigest(stored.path) !== null && jsonIn(text) === 'document')
    throw jsonFailures.onStandardInput();
  const isMarked = text.startsWith('\ufeff');
  if (isMarked && input.charset === 'latin1')
    throw delimitedFailures.markOfUtf8({ option: '--input-charset', file: name });
  return assertLines(name, isMarked ? text.slice(1) : text);
}

/** Refuses what would be one row, or a row more, without a word. */
function assertLines(file: string, head: string): string {
  if (/^sep=[^\r\n]\r?\n/i.test(head)) throw delimitedFailures.separatorLine({ file });
  const hasCrAlone = !head.includes('\n') && /\r./.test(head.replace(/"(?:[^"]|"")*"/g, ''));
  if (hasCrAlone) throw delimitedFailures.carriageReturns({ file });
  return head;
}
