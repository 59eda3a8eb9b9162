import { counted } from '../contract/language/counted';
import { failures } from './failures';
import { spoken } from '../contract/language/spoken';

/** Sentences of comparing rows by their checksums. */

const places = { target: 'the target', source: 'the source' } as const;

/** The server whose rows are compared with the dump's. */
export type ComparedPlace = keyof typeof places;

/** Numbers of rows in a part of a table. */
interface RowCounts {
  readonly place: ComparedPlace;
  readonly found: number;
  /** Null where the dump records none. */
  readonly dumped: number | null;
}

/** Keys of a range's first row and of the next range's; null at the table's ends. */
interface KeyBounds {
  readonly from: readonly string[] | null;
  readonly before: readonly string[] | null;
}

function rows(count: number): string {
  return counted(count, 'row', 'rows');
}

function counts({ place, found, dumped }: RowCounts): string {
  if (found === dumped) return `${rows(found)} on both sides, with other values`;
  const inDump = dumped === null ? 'an unrecorded number' : rows(dumped);
  return `${rows(found)} in ${places[place]}, ${inDump} in the dump`;
}

function range({ from, before }: KeyBounds): string {
  if (from === null) return before === null ? 'of the table' : `before the key (${before.join(', ')})`;
  const start = `from the key (${from.join(', ')}) on`;
  return before === null ? start : `${start}, before (${before.join(', ')})`;
}

interface RecordedDifference {
  readonly different: number;
  readonly parts: number;
  /** The first part that differs. */
  readonly part: {
    readonly partition: string | null;
    readonly condition: string | null;
    readonly rows: number;
  } | null;
  readonly found: number | null;
  /** The dump's files hold the same rows as the server. */
  readonly areAsInFiles: boolean;
}

/** Most characters of a condition that a sentence has. */
const MOST_OF_CONDITION = 200;

function shortened(condition: string): string {
  return condition.length <= MOST_OF_CONDITION ? condition : `${condition.slice(0, MOST_OF_CONDITION)}…`;
}

function ofParts(different: number, parts: number): string {
  return parts === 1 ? '' : `${String(different)} of ${String(parts)} parts differ; `;
}

function partText(part: RecordedDifference['part']): string {
  const partition = part?.partition ?? null;
  const condition = part?.condition ?? null;
  if (partition === null && condition === null) return 'the table ';
  const place = partition === null ? 'the table' : `the partition ${partition}`;
  return condition === null ? `${place} ` : `${place} where ${shortened(condition)} `;
}

/** Failures of comparing rows, with their codes. */
export const checksumFailures = failures({
  notSummed: { code: 'rows-differ', message: 'The engine computed no checksum of the table’s rows.' },
  rowsDiffer: {
    code: 'rows-differ',
    message: (values: RowCounts) =>
      `The rows of ${places[values.place]} are not those of the dump: ${counts(values)}.`,
  },
  chunkDiffers: {
    code: 'rows-differ',
    message: ({ file, ...values }: RowCounts & KeyBounds & { readonly file: string }) =>
      `The rows ${range(values)} are not those of ${file}: ${counts(values)}.`,
  },
  recordedDiffers: {
    code: 'rows-differ',
    message: ({ different, parts, part, found }: RecordedDifference) =>
      `The rows are not those that the dumping tool summed at the source: ${ofParts(different, parts)}${partText(part)}has ${found === (part?.rows ?? null) ? 'as many rows, with other values' : `${rows(found ?? 0)}, and had ${rows(part?.rows ?? 0)}`}.`,
    hint: ({ areAsInFiles }: RecordedDifference) =>
      areAsInFiles
        ? 'The files hold the same rows: they were changed since, or the dump was wrong from the start. Make it again, or restore its files from another copy.'
        : 'The rows were changed here since they were loaded, or the files of the dump were. Load another copy of the dump, and compare again.',
  },
  moreChunksDiffer: {
    code: 'rows-differ',
    message: ({ more }: { readonly more: number }) => `${more} more chunks of the table differ as well.`,
  },
});

/** Other sentences of comparing rows: log lines, details of checks, and why rows can't be compared. */
export const checksumText = spoken({
  readAgain: 'All rows are read again and compared by their checksums.',
  rowsEqual: ({ place, checksum }: { readonly place: ComparedPlace; readonly checksum: string }) =>
    `Every row read again in the dump and in ${places[place]}: checksum ${checksum} on both sides`,
  recordedCompared: (tables: number) =>
    `The checksums that the dumping tool recorded of ${counted(tables, 'table', 'tables')} are computed and compared.`,
  recordedNotCompared: (version: string) =>
    `The checksums that the dumping tool recorded are not compared: Sluice does not know their form, ${version}.`,
  recordedEqual: (kind: 'hashed' | 'check-table') =>
    kind === 'hashed'
      ? 'The checksums that MySQL Shell recorded of the source are those of these rows'
      : 'CHECKSUM TABLE gives what mydumper recorded of the source',
  recordedRefused: (reason: string) => `The recorded checksum could not be computed: ${reason}`,
  conditionUnknown: (condition: string) =>
    `A recorded checksum is of the rows WHERE ${shortened(condition)}. Sluice computes only those of simple comparisons in ASCII.`,
  rowTooLong:
    'A row is longer than max_allowed_packet of the server, and in no sum there: its recorded checksum could not be computed.',
  moreWarnings: (count: number) =>
    `The server gave ${counted(count, 'warning', 'warnings')} on the recorded checksum and keeps fewer, so that it may have left out a row that is longer than max_allowed_packet.`,
  notRecorded: 'The dumping tool recorded no checksum of this table.',
  formUnknown: (version: string) =>
    `The dumping tool recorded its checksums in a form that Sluice does not know: ${version}.`,
  columnNotSummed: (column: string) =>
    `The recorded checksums are equal, but without the column “${column}”.`,
  recordedCovers: ({ covered, rows: all }: { readonly covered: number; readonly rows: number }) =>
    `The recorded checksums are equal, but of ${counted(covered, 'row', 'rows')} only; the table has ${counted(all, 'row', 'rows')}.`,
  recordedAfterOthers:
    'The rows are not those of the dump’s files, so that their recorded checksum tells nothing.',
  recordedWithoutDefinition:
    'The recorded checksum differs. That proves nothing by itself: the dump does not define the table, whose columns may be others here.',
  recordedOfOtherColumn: (column: string) =>
    `The recorded checksum differs. That proves nothing by itself: the column “${column}” is another one than at the source.`,
  checkTableDiffers:
    'CHECKSUM TABLE gives another value than mydumper recorded. That proves nothing by itself: the value depends on the server’s vendor and version, and on the table’s definition.',
  recordedOfOtherVendor:
    'The recorded checksum differs. That proves nothing by itself: this server is of another vendor than the source.',

  // Why rows can't be compared.
  notRead: 'The table was not read.',
  tableMissing: 'The table is not there.',
  columnInOtherForm: (column: string) => `The column “${column}” is not written as in the dump.`,
  rowsInOtherDialect: 'The dump’s rows are not written in Sluice’s dialect.',
  checksumsDiffer: (reason: string) => `The checksums of the rows differ. ${reason}`,
  timesOfOtherZone: 'The dump’s TIMESTAMP values are in another time zone than UTC.',
  filledByTriggers: 'Triggers of the dump filled it, which holds no rows of it.',
  computedByServer: 'The server computed values of its rows, which the dump does not hold.',

  // Why equal values may have another text.
  writtenByOtherTool: 'Another tool wrote the dump, which may write the same values in other words.',
  columnConverted: (column: string) =>
    `The column “${column}” is another one than in the dump, and the server may have converted its values.`,
  jsonTypesChanged: (column: string) =>
    `The JSON column “${column}” may hold scalars that came as another type: JSON travels as text.`,
});
