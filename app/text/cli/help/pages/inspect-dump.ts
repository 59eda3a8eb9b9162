import { counted } from '../../../../contract/language/counted';
import { spoken } from '../../../../contract/language/spoken';
import { formatBytes, formatCount } from '../../../../contract/quantities';

/** Words of `sluice inspect-dump` and of its help. */
export const inspectDumpHelp = spoken({
  commands: {
    inspectDump: 'Print the contents of a dump in any format that can be loaded, without a server.',
  },
  dump: 'the dump: a folder of Sluice, MySQL Shell, mydumper, mysqldump --tab, CSV, JSON Lines or XML, an SQL script, a file of CSV, TSV, JSON Lines or XML (mysqldump --xml, mysql --xml), several such files or a pattern of them, or - for standard input',
  options: {
    rows: 'print the first rows of each table, so many (default: 3 of files of rows, none of other dumps)',
    json: 'print one JSON object',
  },
  after: `
No other rows are read; \`sluice verify --dump\` reads all. The exit code is 5 where the dump can't be loaded.

Examples:
  sluice inspect-dump ./shop
  sluice inspect-dump ./shop --json
  sluice inspect-dump backup.sql.gz
  zcat backup.sql.gz | sluice inspect-dump -
  sluice inspect-dump orders.csv --input-separator ';' --input-decimal comma
  sluice inspect-dump ./shop --rows 5`,
  noRows: (table: string) => `${table} has no rows.`,
  noneShown: (table: string) =>
    `No row of ${table} can be shown: the dump holds none of it yet, or the first one is too long.`,
  sample: (table: string, rows: number) =>
    `${rows === 1 ? 'First row' : `First ${formatCount(rows)} rows`} of ${table}, a column a line:`,
  noSample: (table: string, reason: string) => `The rows of ${table} can’t be shown: ${reason}`,
  dumped: (begin: string, end: string | null) =>
    end === null || end === '' ? `Dumped ${begin}.` : `Dumped ${begin} to ${end}.`,
  stillWritten: (tables: number) =>
    `It is still being written: the rows of ${counted(tables, 'table', 'tables')} are to come.`,
  schema: (name: string, objects: readonly string[]) =>
    `Schema ${name}${objects.length === 0 ? '' : `: ${objects.join(', ')}`}`,
  views: (count: number) => counted(count, 'view', 'views'),
  routines: (count: number) => counted(count, 'routine', 'routines'),
  triggers: (count: number) => counted(count, 'trigger', 'triggers'),
  events: (count: number) => counted(count, 'event', 'events'),
  rows: (count: number | null) => (count === null ? 'rows not recorded' : counted(count, 'row', 'rows')),
  bytes: (count: number | null) => (count === null ? 'size not recorded' : formatBytes(count)),
  accounts: (count: number) => `${formatCount(count)} ${count === 1 ? 'account' : 'accounts'}:`,
  remarks: 'Notes:',
  unknown: (count: number) =>
    `${counted(count, 'statement', 'statements')} that Sluice does not know, which a load runs with --run-unknown-statements alone:`,
  statement: ({ line, text }: { readonly line: number; readonly text: string }) =>
    `line ${formatCount(line)}: ${text}`,
});
