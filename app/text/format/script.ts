import { exceptTrigger, type FiredTrigger } from '../load/fired-trigger';
import { formatCount } from '../../contract/quantities';
import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface OnLine {
  readonly line: number;
}

interface OfFile {
  readonly path: string;
}

interface Include extends OnLine {
  readonly file: string;
}

interface Table {
  readonly table: string;
}

interface Place extends OnLine {
  readonly file: string;
}

function placeOf({ file, line }: Place): string {
  return `${file}, line ${formatCount(line)}`;
}

const MOST_NAMED = 5;

function someOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${named}, …` : named;
}

const LOOK_AT_WRITER = 'The program that should have written it may have failed: look at its messages.';

/** Failures of reading an SQL script as a dump. */
export const scriptFailures = failures({
  cut: {
    code: 'dump-incomplete',
    message: ({ file, line, lastWhole }: OnLine & { readonly file: string; readonly lastWhole: number }) =>
      `${file} ends within the statement that begins on line ${formatCount(line)}; the last whole one begins on line ${formatCount(lastWhole)}.`,
    hint: 'The file was cut, or its writer has ended early: get it again from where it comes from, or dump again.',
  },
  endMissing: {
    code: 'dump-incomplete',
    message: ({ file, tool, endMark }: Record<'file' | 'tool' | 'endMark', string>) =>
      `${file} has no “${endMark.replace('-- ', '')}” at its end, which ${tool} writes last: the dump was not finished.`,
    hint: 'Dump again, or get the whole file from where it comes from.',
  },
  mayBeCut: {
    code: 'dump-incomplete',
    message: ({ file }: { readonly file: string }) =>
      `${file} saves the client’s character set at its beginning and does not set it again at its end, as its tool does: what stood behind its last statement may be missing.`,
    hint: 'Look whether its last table is that of the source; else export it again.',
  },
  toolFailed: {
    code: 'dump-incomplete',
    message: ({ line, text }: OnLine & { readonly text: string }) =>
      `The tool that wrote the script has failed; line ${formatCount(line)} says so: ${text}`,
    hint: 'Mend what it names, and dump again. To load what is there all the same, remove the line.',
  },
  twice: {
    code: 'dump-unsupported',
    message: ({ object, first, line }: OnLine & { readonly object: string; readonly first: number }) =>
      `The script creates ${object} twice: on line ${formatCount(first)} and on line ${formatCount(line)}.`,
    hint: 'Two scripts may have been joined: load one after the other.',
  },
  rowsBeforeTable: {
    code: 'dump-unsupported',
    message: ({ table, first, line }: OnLine & Table & { readonly first: number }) =>
      `The script creates ${table} on line ${formatCount(line)}, after rows of it on line ${formatCount(first)}.`,
    hint: 'Two scripts may have been joined: load one after the other.',
  },
  joinedTexts: {
    code: 'dump-unsupported',
    message: ({ table, line }: OnLine & Table) =>
      `The definition of ${table} on line ${formatCount(line)} joins texts by ||, as the script’s sql_mode has it; Sluice creates tables under its own, in which || is OR.`,
    hint: 'Write CONCAT(…) in its place, which is the same under every sql_mode.',
  },
  outsideStatement: {
    code: 'dump-unsupported',
    message: ({ line, statement }: OnLine & { readonly statement: string }) =>
      `The script holds a statement on line ${formatCount(line)} that Sluice does not know, and that may change more than the schemas: ${statement}`,
    hint: 'Remove the statement, or run it by itself.',
  },
  triggerOfNoTable: {
    code: 'dump-unsupported',
    message: ({ line, trigger, table }: OnLine & Table & { readonly trigger: string }) =>
      `The script creates the trigger “${trigger}” on line ${formatCount(line)}, and does not create its table “${table}”.`,
    hint: 'Load it together with the script that creates the table, or run it by itself behind that.',
  },
  statementBeforeRows: {
    code: 'dump-unsupported',
    message: ({ table, line, statement }: OnLine & Table & { readonly statement: string }) =>
      `The statement on line ${formatCount(line)} stands before rows of ${table}, which it names, and could run after them only: ${statement}`,
    hint: 'Move it behind the rows, or load the script with the client of the server.',
  },
  triggerBeforeRows: {
    code: 'dump-unsupported',
    message: ({ table, trigger }: FiredTrigger) =>
      `The script creates the trigger “${trigger}” before rows of ${table}, which would fire it; Sluice loads all rows before it creates triggers.`,
    hint: (fired: FiredTrigger) => `Load the script with the client of the server. ${exceptTrigger(fired)}`,
  },
  includeOutside: {
    code: 'dump-unsupported',
    message: ({ line, file }: Include) =>
      `The script has the client read a file outside of its folder on line ${formatCount(line)}: ${file}`,
    hint: 'Put the file into the script’s folder, or load it by itself.',
  },
  includeMissing: {
    code: 'dump-incomplete',
    message: ({ line, file }: Include) =>
      `The script has the client read another file on line ${formatCount(line)}, which is not there: ${file}`,
    hint: 'Put the file beside the script.',
  },
  includeCycle: {
    code: 'dump-unsupported',
    message: ({ line, file }: Include) =>
      `Line ${formatCount(line)} has the client read ${file}, which is being read already: it would never end.`,
  },
  includeDepth: {
    code: 'dump-unsupported',
    message: ({ line, file }: Include) =>
      `Line ${formatCount(line)} has the client read ${file}, too many files deep.`,
  },
  includeSettings: {
    code: 'dump-unsupported',
    message: ({ line, file }: Include) =>
      `Line ${formatCount(line)} has the client read ${file} in the middle of settings that change how a script is read (ANSI_QUOTES, NO_BACKSLASH_ESCAPES or a character set such as gbk).`,
    hint: 'Load the file by itself.',
  },
  timesOfNoZone: {
    code: 'dump-unsupported',
    message: ({ table }: Table) =>
      `${table} has TIMESTAMP values, and the script does not set the time zone that they are in.`,
    hint: 'Give the time zone: --input-time-zone +00:00 where the session that dumped was in UTC. Or dump again with --tz-utc and without --compact, or leave the table out.',
  },
  textOfNoCharset: {
    code: 'dump-unsupported',
    message: ({ table, line }: Table & OnLine) =>
      `The rows of ${table} from line ${formatCount(line)} on hold texts that are not UTF-8, and the script names no character set.`,
    hint: 'Give it: --input-charset latin1 is that of most old dumps. A file in another one is converted by iconv first.',
  },
  zoneOfNoScript: {
    code: 'usage',
    message: ({ path }: { readonly path: string }) =>
      `--input-time-zone is for SQL scripts, folders of mydumper and of --tab, CSV, TSV and JSON Lines, and ${path} is none of them.`,
  },
  notText: {
    code: 'dump-unsupported',
    /** An empty character set stands for that of a script that names none. */
    message: ({ line, charset }: OnLine & { readonly charset: string }) =>
      `The statement on line ${formatCount(line)} is not in the character set that the script names (${charset === '' ? 'utf8mb4' : charset}).`,
    hint: 'Convert the file to UTF-8 (iconv), or dump again.',
  },
  noCharset: {
    code: 'dump-unsupported',
    message: ({ line, charset }: OnLine & { readonly charset: string }) =>
      `The rows on line ${formatCount(line)} are in a character set that no server has: ${charset}.`,
    hint: 'Correct the SET NAMES before them.',
  },
  namesAsWritten: {
    code: 'dump-unsupported',
    message: ({ line, charset }: OnLine & { readonly charset: string }) =>
      `The rows on line ${formatCount(line)} can only go to the server as they stand in the script, where the name of their table or of a column is in ${charset}.`,
    hint: 'Dump again with --default-character-set=utf8mb4; or convert the file to UTF-8 (iconv) with its SET NAMES.',
  },
  compressed: {
    code: 'dump-unsupported',
    message: ({ path, suffix }: OfFile & { readonly suffix: string }) =>
      `${path} is packed as ${suffix}; Sluice unpacks gz, zst, bz2, xz, lz4 and zip.`,
    hint: 'Unpack it first.',
  },
  packedTwice: {
    code: 'dump-unsupported',
    message: ({ path, outer, inner }: OfFile & { readonly outer: string; readonly inner: string }) =>
      `${path} is packed as ${outer}, and what is in it is packed once more, as ${inner}.`,
    hint: 'Unpack it once, and load what comes out.',
  },
  notPacked: {
    code: 'dump-damaged',
    message: ({ path, suffix }: OfFile & { readonly suffix: string }) =>
      `${path} does not begin as a file of ${suffix} does, and holds no text either.`,
    hint: 'Get it again from where it comes from.',
  },
  xml: {
    code: 'dump-unsupported',
    message: ({ path, tool }: OfFile & { readonly tool: string }) =>
      `${path} is an XML document of ${tool} --xml, which Sluice reads as a file by itself, not among scripts or from an archive.`,
    hint: 'Load that file alone, out of its folder or archive.',
  },
  wideCharacters: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) =>
      `${path} is text in UTF-16, as PowerShell writes it when the output of a program is redirected.`,
    hint: 'Bytes that are no text may be lost: dump again with --result-file. Else convert it to UTF-8 (iconv).',
  },
  noText: {
    code: 'not-a-dump',
    message: ({ path }: OfFile) => `${path} holds no SQL text.`,
  },
  noBytes: {
    code: 'not-a-dump',
    message: ({ path }: OfFile) => `${path} is empty.`,
    hint: LOOK_AT_WRITER,
  },
  accountsAlone: {
    code: 'dump-unsupported',
    message: ({ path }: OfFile) =>
      `${path} holds statements about accounts alone; a load keeps its journal in a schema that it loads.`,
    hint: 'Put it into one folder with the script of the schemas, and load the folder; or run it by the client of the server.',
  },
  nothingTaken: {
    code: 'not-a-dump',
    message: ({ path, remarks }: OfFile & { readonly remarks: readonly string[] }) =>
      `${path} holds nothing that a load takes. ${remarks.join(' ')}`,
    hint: 'Load a script that makes tables of other schemas, or fills them.',
  },
  ofPostgreSql: {
    code: 'not-a-dump',
    message: ({ file }: { readonly file: string }) =>
      `${file} is a dump of PostgreSQL; Sluice loads those of MySQL and MariaDB.`,
    hint: 'Load its tables as CSV: COPY t TO STDOUT WITH (FORMAT csv, HEADER) writes one.',
  },
  ofSqlite: {
    code: 'not-a-dump',
    message: ({ file }: { readonly file: string }) =>
      `${file} is a dump of SQLite; Sluice loads those of MySQL and MariaDB.`,
    hint: 'Load its tables as CSV: sqlite3 -csv -header file.db "SELECT * FROM t" writes one.',
  },
  empty: {
    code: 'not-a-dump',
    message: ({ path }: { readonly path: string }) => `${path} holds no statement that creates anything.`,
    hint: LOOK_AT_WRITER,
  },
});

/** Remarks on what a load leaves out of a script, or takes in another way. */
export const scriptText = spoken({
  format: 'SQL statements',
  /** Stands where the name of a file would. */
  standardInput: 'standard input',
  unnamedTool: 'an unnamed tool',
  likelyServer: (version: string) =>
    `The dump does not say which server it comes from: its definitions are read as those of ${version}.`,
  timesOfTarget: (table: string) =>
    `The script sets no time zone for its TIMESTAMP values, such as those of ${table}: they are taken in that of the target, as its client would take them.`,
  computedRows: (tables: readonly string[]) =>
    `The server computes rows of ${counted(tables.length, 'table', 'tables')} (${someOf(tables)}): they are sent as INSERTs as they stand in the script, and no checksum of these tables can be compared.`,
  firedRows: (tables: readonly string[], filled: readonly string[]) =>
    `Rows of ${counted(tables.length, 'table', 'tables')} (${someOf(tables)}) fire triggers of the script: they are loaded last, one after the other in the script’s order${filled.length === 0 ? '' : `, and fill ${someOf(filled)}, of which nothing can be compared with the script`}.`,
  outOfOrder: (tables: readonly (Table & { readonly share: number })[]) =>
    `Rows of ${counted(tables.length, 'table', 'tables')} are not in the order of the primary key (${someOf(tables.map(({ table, share }) => `${table}: ${Math.max(1, Math.round(share * 100))} % of its rows come directly behind a larger key`))}).`,
  systemSchema: (schema: string) => `The script holds the server’s own schema ${schema}, which is left out.`,
  alterSchema: (line: number) =>
    `The script changes the default character set of a schema on line ${formatCount(line)}, which a load does not: programs and tables behind it that name none take the schema’s own.`,
  histogram: (line: number) =>
    `The script makes histograms of columns for the optimizer on line ${formatCount(line)}; a load does not. Run its statements afterwards where they are wanted.`,
  triggersStay: (line: number) =>
    `The script has triggers of tables that it does not create (line ${formatCount(line)}): only rows are loaded, and the target’s own triggers stay as they are.`,
  replication: (line: number) =>
    `The script sets positions of a replica on line ${formatCount(line)}; a load leaves them as they are.`,
  accountsOfRows: (table: string) =>
    `The accounts of the script are rows of the server’s own table mysql.${table}: a load with --users creates them by statements, with their passwords and privileges.`,
  accountsLeftOut: (accounts: readonly string[]) =>
    `${counted(accounts.length, 'account', 'accounts')} of those rows can’t be said by statements, and ${accounts.length === 1 ? 'is' : 'are'} left out: ${someOf(accounts)}.`,
  accountRowsLeft: (table: string) =>
    `The rows of the server’s own table mysql.${table} are left out: the script has accounts as statements too.`,
  accountRows: (table: string) =>
    `The script holds accounts as rows of the server’s own table mysql.${table}, which only a server can read as they stand there: to load accounts, write them as statements (mysqldump --users, mariadb-dump --system=users, pt-show-grants), or dump with sluice dump --users.`,
  accountsUnread: (statements: readonly Place[]) =>
    `${counted(statements.length, 'statement', 'statements')} about accounts (${someOf(statements.map(placeOf))}) ${statements.length === 1 ? 'is' : 'are'} left out: a load creates the accounts that the script creates one by one, and grants them what it names.`,
  shows: (line: number) =>
    `The statement on line ${formatCount(line)} only shows something, and is left out, as are others like it.`,
  ofServer: (statements: readonly Place[]) =>
    `${counted(statements.length, 'statement', 'statements')} about the server itself (${someOf(statements.map(placeOf))}) ${statements.length === 1 ? 'is' : 'are'} left out: plugins, libraries of functions, servers, tablespaces or variables that all sessions have.`,
  toolWarning: (line: number, text: string) =>
    `Line ${formatCount(line)} is a message of the tool that wrote the script: ${text}`,
});
