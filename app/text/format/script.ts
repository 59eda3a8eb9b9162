import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface OnLine {
  readonly line: number;
}

interface Table {
  readonly table: string;
}

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
    message: ({ file, tool }: { readonly file: string; readonly tool: string }) =>
      `${file} has no “Dump completed” at its end, which ${tool} writes last: the dump was not finished.`,
    hint: 'Dump again, or get the whole file from where it comes from.',
  },
  toolFailed: {
    code: 'dump-incomplete',
    message: ({ line, text }: OnLine & { readonly text: string }) =>
      `The tool that wrote the script has failed; line ${formatCount(line)} says so: ${text}`,
    hint: 'Dump again with an account that may read everything.',
  },
  twice: {
    code: 'dump-unsupported',
    message: ({ object, first, line }: OnLine & { readonly object: string; readonly first: number }) =>
      `The script creates ${object} twice: on line ${formatCount(first)} and on line ${formatCount(line)}.`,
    hint: 'Two scripts may have been joined: load one after the other.',
  },
  rowsWithoutTable: {
    code: 'dump-unsupported',
    message: ({ table, line }: OnLine & Table) =>
      `Line ${formatCount(line)} holds rows of ${table}, which the script does not create before.`,
    hint: 'Dump the definitions too, or load the script with the client of the server.',
  },
  otherColumns: {
    code: 'dump-unsupported',
    message: ({ table, line }: OnLine & Table) =>
      `The rows of ${table} from line ${formatCount(line)} on have other columns than those before.`,
    hint: 'Load the script with the client of the server.',
  },
  otherCharacterSet: {
    code: 'dump-unsupported',
    message: ({ table, line, charset }: OnLine & Table & { readonly charset: string }) =>
      `The rows of ${table} from line ${formatCount(line)} on are in another character set (${charset}) than those before.`,
    hint: 'Load the script with the client of the server.',
  },
  unsafeCharacterSet: {
    code: 'dump-unsupported',
    message: ({ table, charset }: Table & { readonly charset: string }) =>
      `The rows of ${table} are in the character set “${charset}”, in which half of a letter may look like a quote.`,
    hint: 'Dump again with --default-character-set=utf8mb4.',
  },
  computed: {
    code: 'dump-unsupported',
    message: ({ table, line }: OnLine & Table) =>
      `The rows of ${table} on line ${formatCount(line)} hold a value that is no constant, such as a function’s or DEFAULT.`,
    hint: 'Load the script with the client of the server.',
  },
  unknownStatement: {
    code: 'dump-unsupported',
    message: ({ line, statement }: OnLine & { readonly statement: string }) =>
      `The script holds a statement on line ${formatCount(line)} that Sluice does not know: ${statement}`,
    hint: 'Nothing of a script runs unless Sluice knows what it does. Remove the statement, or load the script with the client of the server.',
  },
  includesFile: {
    code: 'dump-unsupported',
    message: ({ line, file }: OnLine & { readonly file: string }) =>
      `The script has the client read another file on line ${formatCount(line)}: ${file}`,
    hint: 'Load that file by itself.',
  },
  timesNotInUtc: {
    code: 'dump-unsupported',
    message: ({ table, zone }: Table & { readonly zone: string | null }) =>
      zone === null
        ? `${table} has TIMESTAMP values, and the script does not set the time zone that they are in.`
        : `${table} has TIMESTAMP values in the time zone “${zone}”: as UTC they would be shifted.`,
    hint: 'Dump again with --tz-utc and without --compact, or leave the table out.',
  },
  notText: {
    code: 'dump-unsupported',
    message: ({ line, charset }: OnLine & { readonly charset: string }) =>
      `The statement on line ${formatCount(line)} is not in the character set that the script names (${charset}).`,
    hint: 'Convert the file to UTF-8 (iconv), or dump again.',
  },
  compressed: {
    code: 'dump-unsupported',
    message: ({ path, suffix }: { readonly path: string; readonly suffix: string }) =>
      `${path} is an SQL script that is compressed as ${suffix}; Sluice unpacks gz and zst.`,
    hint: 'Unpack it first.',
  },
  empty: {
    code: 'not-a-dump',
    message: ({ path }: { readonly path: string }) => `${path} holds no statement that creates anything.`,
  },
});

/** Remarks on what a load leaves out of a script, or takes in another way. */
export const scriptText = spoken({
  format: 'SQL statements',
  likelyServer: (version: string) =>
    `The dump does not say which server it comes from: its definitions are read as those of ${version}.`,
  systemSchema: (schema: string) => `The script holds the server’s own schema ${schema}, which is left out.`,
  replication: (line: number) =>
    `The script sets positions of a replica on line ${formatCount(line)}; a load leaves them as they are.`,
  accounts: (line: number) =>
    `The script creates accounts or grants them something, first on line ${formatCount(line)}; a load of a script leaves them out.`,
  toolWarning: (line: number, text: string) =>
    `Line ${formatCount(line)} is a message of the tool that wrote the script: ${text}`,
});
