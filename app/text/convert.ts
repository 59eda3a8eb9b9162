import { exceptTrigger, type FiredTrigger } from './load/fired-trigger';
import { counted } from '../contract/language/counted';
import { spoken } from '../contract/language/spoken';
import { formatBytes, formatCount } from '../contract/quantities';
import { failures } from './failures';

interface OfColumn {
  readonly table: string;
  readonly column: string;
}

/** Failures of writing a dump in another format. */
export const convertFailures = failures({
  exists: {
    code: 'folder-not-empty',
    message: ({ path }: { readonly path: string }) => `${path} exists already.`,
    hint: 'Choose another name, or remove it: a conversion replaces nothing.',
  },
  notWritable: {
    code: 'folder-not-writable',
    message: ({ folder, reason }: { readonly folder: string; readonly reason: string }) =>
      `${folder} can’t be written: ${reason}.`,
  },
  unknownStatement: {
    code: 'dump-unsupported',
    message: ({
      file,
      line,
      text,
    }: {
      readonly file: string;
      readonly line: number;
      readonly text: string;
    }) =>
      `Line ${formatCount(line)} of ${file} holds a statement that Sluice does not know, and that only a server can run: ${text.replace(/\s+/g, ' ').slice(0, 120)}`,
    hint: 'Load the dump into a server (--run-unknown-statements), dump that with Sluice, and convert the new dump.',
  },
  firedTriggers: {
    code: 'dump-unsupported',
    message: ({ table, trigger }: FiredTrigger) =>
      `Rows of ${table} fire the trigger “${trigger}”: a server alone knows which rows it would write.`,
    hint: (fired: FiredTrigger) => `Load it into a server and dump that. ${exceptTrigger(fired)}`,
  },
  computedRows: {
    code: 'dump-unsupported',
    message: ({ table }: { readonly table: string }) =>
      `${table} has rows that only a server can compute, number or read as they stand in the script.`,
    hint: 'Load the dump into a server, dump that with Sluice, and convert the new dump.',
  },
  textsOfServer: {
    code: 'dump-unsupported',
    message: ({ table, charset }: { readonly table: string; readonly charset: string }) =>
      `${table} has texts in ${charset}, which only a server converts to UTF-8.`,
    hint: 'Convert the dump to SQL, or load it into a server, dump that with Sluice, and convert the new dump.',
  },
  otherZone: {
    code: 'dump-unsupported',
    message: ({ table, zone }: { readonly table: string; readonly zone: string }) =>
      `${table} has TIMESTAMP values in the time zone ${zone}, and only UTC is written.`,
    hint: 'Load the dump into a server, dump that with Sluice, and convert the new dump.',
  },
  unknownZone: {
    code: 'dump-unsupported',
    message: ({ table }: { readonly table: string }) =>
      `${table} has TIMESTAMP values, and the dump does not say in which time zone.`,
    hint: 'Give --input-time-zone +00:00 where they are in UTC. Otherwise load the dump into a server with its time zone, dump that with Sluice, and convert the new dump.',
  },
  otherCharset: {
    code: 'dump-unsupported',
    message: ({ table, charset }: { readonly table: string; readonly charset: string }) =>
      `The rows of ${table} are text in ${charset}, and only UTF-8 is written.`,
    hint: 'Load the dump into a server, dump that with Sluice, and convert the new dump.',
  },
  schemaName: {
    code: 'dump-unsupported',
    message: ({ schema }: { readonly schema: string }) =>
      `The schema ${schema} can’t be in a folder of mydumper: the names of its files would not tell its name.`,
    hint: 'Choose --format sql.',
  },
  lineEnd: {
    code: 'dump-unsupported',
    message: ({ statement }: { readonly statement: string }) =>
      `A definition holds a semicolon at a line’s end, where myloader would cut it: ${statement}`,
    hint: 'Choose --format sql.',
  },
  needsFolder: {
    code: 'usage',
    message: ({ format }: { readonly format: string }) =>
      `${format} is written as a folder of files: name one, not standard output.`,
  },
  otherEnding: {
    code: 'usage',
    message: ({ promised, chosen }: { readonly promised: string; readonly chosen: string }) =>
      `The name of the output says ${promised}, and --compression says ${chosen}.`,
    hint: 'Leave --compression out, or choose a name that ends otherwise.',
  },
  gzipOfFolder: {
    code: 'usage',
    message: 'The data files of a dump folder are stored as they are or as zstd, not as gzip.',
  },
  splitToStandardOutput: {
    code: 'usage',
    message: 'Several scripts are written into a folder: name one, not standard output.',
  },
  splitOfOther: {
    code: 'usage',
    message: ({ format }: { readonly format: string }) =>
      `--split divides scripts (--format sql), and ${format} is none.`,
  },
  refusedByRule: {
    code: 'definition-refused',
    message: ({
      object,
      why,
      others,
    }: {
      readonly object: string;
      readonly why: string;
      /** Name of the rule, for scripts. */
      readonly rule: string;
      /** Further objects that are refused, or the same one for another reason. */
      readonly others: readonly string[];
    }) =>
      `${object}: ${why}${others.length === 0 ? '' : `${/[.!?]$/.test(why) ? '' : '.'} Refused too: ${firstOf(others)}.`}`,
  },
  versionUnknown: {
    code: 'usage',
    message: ({
      product,
      version,
      series,
    }: {
      readonly product: string;
      readonly version: string;
      readonly series: readonly string[];
    }) => `Sluice knows no ${product} ${version}; it knows ${series.join(', ')}.`,
  },
  forOther: {
    code: 'usage',
    message: ({ format }: { readonly format: string }) =>
      `--for and --fix change definitions in scripts (--format sql or mydumper), and ${format} is none.`,
  },
  fixWithoutVersion: {
    code: 'usage',
    message: '--fix changes definitions for another version, which --for names.',
  },
  decoderUnknown: {
    code: 'dump-unsupported',
    message: ({ table, column }: OfColumn) =>
      `The values of ${column} in ${table} are decoded by an expression that only a server can compute.`,
    hint: 'Load the dump into a server, dump that with Sluice, and convert the new dump.',
  },
  otherNumberOfRows: {
    code: 'dump-damaged',
    message: ({ found, recorded }: { readonly found: number; readonly recorded: number }) =>
      `The data files hold ${counted(found, 'row', 'rows')}, but ${formatCount(recorded)} are recorded.`,
  },
});

/** Most objects in one sentence. */
const MOST_NAMED = 5;

function firstOf(objects: readonly string[]): string {
  const named = objects.slice(0, MOST_NAMED).join(', ');
  const more = objects.length - MOST_NAMED;
  return `${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

interface Converted {
  readonly tables: number;
  readonly rows: number;
  readonly storedBytes: number;
  readonly place: string;
}

/** Other sentences of a conversion. */
export const convertText = spoken({
  /** Name of a dump folder's writer. */
  convertedBy: ({ tool, version }: { readonly tool: string; readonly version: string }) =>
    `${tool}, converted by Sluice ${version}`,
  leftInDisorder: (tables: readonly string[]) =>
    `Rows that are out of key order stay so, and a load of the folder does not sort them: ${firstOf(tables)}.`,
  keysNotCarried:
    'The first and last keys of data files are not recorded in the new folder: a difference of checksums is found, but not its range.',
  consistencyOf: (isConsistent: boolean) =>
    isConsistent
      ? 'Converted from a dump with one consistent snapshot.'
      : 'Converted from a dump that does not record a consistent snapshot.',
  severalScripts: (suffix: string) =>
    `Load them in the order of load-order.txt, such as by: xargs ${{ '.gz': 'zcat', '.zst': 'zstdcat' }[suffix] ?? 'cat'} < load-order.txt | mysql --comments --binary-mode`,
  changed: (why: string, objects: readonly string[]) => `${firstOf(objects)}: ${why}`,
  checkedByRules: (product: string) =>
    `The definitions are written for ${product} by rules that know its tables and the words of its views; the bodies of routines, triggers and events are as they were.`,
  tablesLeftOut: (tables: number) => `Not selected: ${counted(tables, 'table', 'tables')} of the dump.`,
  withoutAccounts: 'The accounts of the dump are left out.',
  withoutObjects: 'Views, routines, triggers, events and sequences are left out: the format holds rows.',
  otherCharsets: ({ columns, more }: { readonly columns: readonly string[]; readonly more: number }) =>
    `Written as bytes, because UTF-8 does not hold all of their texts: ${columns.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  numbersOfMembers: ({ columns, more }: { readonly columns: readonly string[]; readonly more: number }) =>
    `Written as the numbers of their members, because the texts do not tell these apart: ${columns.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  longDecimals: ({ columns, more }: { readonly columns: readonly string[]; readonly more: number }) =>
    `Written as texts, because Parquet’s readers take no decimal of more than 38 digits: ${columns.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  withoutTypes: ({ columns, more }: { readonly columns: readonly string[]; readonly more: number }) =>
    `Written as texts and bytes, because the dump has no definition of them: ${columns.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  standardOutput: 'standard output',
  done: ({ tables, rows, storedBytes, place }: Converted) =>
    `Written: ${counted(rows, 'row', 'rows')} of ${counted(tables, 'table', 'tables')}, ${formatBytes(storedBytes)} in ${place}`,
  progress: ({
    rows,
    expected,
    bytes,
  }: {
    readonly rows: string;
    readonly expected: string | null;
    readonly bytes: string;
  }) => `Writing: ${rows}${expected === null ? '' : ` of ${expected}`} rows, ${bytes}`,
});
