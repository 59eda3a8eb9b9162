import { z } from 'zod';
import { spoken } from './language/spoken';

/**
 * The failure codes of Sluice, a stable public table: scripts and the window may rely on them. `remedy` is the sentence
 * shown when the failure itself brings no more precise hint. `exitCode` is that of a command which has begun no run: 5
 * where nothing can have been touched yet.
 */
export const FAILURE_CODES = spoken({
  usage: { exitCode: 2, remedy: 'Run the command with --help to see its options.' },
  'bad-dsn': { exitCode: 2, remedy: 'Write it as mysql://user@host:port or mysql://user@/?socket=PATH.' },
  'unknown-profile': { exitCode: 2, remedy: 'List the saved connections, or give a DSN.' },
  'unknown-job': { exitCode: 2, remedy: 'List the saved jobs: sluice jobs list.' },
  'schedule-failed': {
    exitCode: 1,
    remedy:
      'Install the schedule by hand: the text to install is in the preview (--print on the command line).',
  },
  'needs-lingering': { exitCode: 1, remedy: 'Let the user linger: loginctl enable-linger.' },
  'unknown-run': { exitCode: 2, remedy: 'List the runs with their numbers: sluice history.' },
  'dump-replaced': {
    exitCode: 5,
    remedy: 'Choose another dump: a job removes its oldest ones, and names of folders come again.',
  },
  'connect-refused': { exitCode: 5, remedy: 'Check that the server runs and that host and port are right.' },
  'connect-lost': { exitCode: 1, remedy: 'Check the server and its error log, then start again.' },
  'sign-in-refused': { exitCode: 5, remedy: 'Check the user name and the password.' },
  'password-unavailable': {
    exitCode: 5,
    remedy: 'Change where the connection’s password comes from, or give it for this once.',
  },
  'ssh-failed': {
    exitCode: 5,
    remedy: 'Try the same host with ssh in a terminal: it must sign in there without asking anything.',
  },
  'tls-failed': { exitCode: 5, remedy: 'Check the TLS mode and the certificates.' },
  'privilege-missing': { exitCode: 5, remedy: 'Grant the privilege that the message names.' },
  'not-readable': { exitCode: 5, remedy: 'Grant the privilege that the message names, then run it again.' },
  'broken-view': { exitCode: 1, remedy: 'Drop the view at the source, or make what it refers to.' },
  'dump-lacks': { exitCode: 5, remedy: 'Make the dump again, with an account that can read everything.' },
  'unsupported-server': { exitCode: 5, remedy: 'Use MySQL 5.5 or later, or MariaDB 10.2 or later.' },
  'unknown-schema': { exitCode: 5, remedy: 'Check the spelling; schema names may be case-sensitive.' },
  'unknown-table': { exitCode: 5, remedy: 'Check the spelling; table names may be case-sensitive.' },
  'unknown-object': { exitCode: 5, remedy: 'Check the spelling of the rule that is named.' },
  'condition-refused': {
    exitCode: 5,
    remedy: 'Write what may follow WHERE in a SELECT of this table alone.',
  },
  'unsupported-object': { exitCode: 5, remedy: 'Leave the object out of the selection.' },
  'json-types-change': {
    exitCode: 1,
    remedy: 'JSON travels as its text: compare such documents by what they say, not by JSON_TYPE.',
  },
  'lock-timeout': { exitCode: 1, remedy: 'Wait for the long-running statements to end, then start again.' },
  'migration-refused': { exitCode: 5, remedy: 'Run sluice migrate --dry-run: it lists all that it found.' },
  'migration-converted': {
    exitCode: 1,
    remedy: 'Nothing needs to be done; the values are the same on both sides.',
  },
  'migration-risk': { exitCode: 1, remedy: 'Look at it before the target is used.' },
  'source-lost': {
    exitCode: 1,
    remedy:
      'A snapshot can’t be opened again: look at the source and its error log, then go on with --resume, which takes a new one.',
  },
  'definition-changed': { exitCode: 1, remedy: 'Start the dump again when nobody alters tables.' },
  'not-consistent': { exitCode: 1, remedy: 'Let nobody write meanwhile, or grant the account a lock.' },
  'folder-not-empty': { exitCode: 5, remedy: 'Choose an empty or a new folder.' },
  'folder-in-use': { exitCode: 5, remedy: 'Choose another folder, or wait until that dump has ended.' },
  'folder-not-writable': { exitCode: 5, remedy: 'Choose a folder that you may write to.' },
  'not-a-dump': { exitCode: 5, remedy: 'Choose a folder that a dump was written to.' },
  'dump-incomplete': { exitCode: 5, remedy: 'Make the dump again: this one was never finished.' },
  'dump-damaged': {
    exitCode: 1,
    remedy: 'Restore the named file from another copy, or make the dump again.',
  },
  'certificate-refused': {
    exitCode: 5,
    remedy: 'Choose the file that sluice prove wrote, unchanged; or prove the dump again.',
  },
  'dump-unsupported': { exitCode: 5, remedy: 'Load this dump with the tool that wrote it.' },
  'rows-set-aside': {
    exitCode: 1,
    remedy: 'Mend the rows that the reject file holds, and load them too.',
  },
  'header-assumed': {
    exitCode: 1,
    remedy: 'Say whether the first row has the names of the columns (--input-header yes or no).',
  },
  'dates-doubted': {
    exitCode: 1,
    remedy: 'Say whether the day or the month is first in dates (--input-dates dmy or mdy).',
  },
  'numbers-doubted': {
    exitCode: 1,
    remedy: 'Say whether numbers have a decimal point or a decimal comma (--input-decimal point or comma).',
  },
  'fewer-lanes': {
    exitCode: 1,
    remedy:
      'Choose fewer --threads, or raise the account’s limit (MAX_USER_CONNECTIONS) or max_connections of the server.',
  },
  'packet-too-small': { exitCode: 5, remedy: 'Raise max_allowed_packet on the target.' },
  'primary-key-missing': {
    exitCode: 5,
    remedy: 'Give the table a primary key, or choose another answer to --missing-primary-key.',
  },
  'target-exists': {
    exitCode: 5,
    remedy: 'Choose another name, or another answer to “If a table exists” (--on-existing).',
  },
  'load-unfinished': {
    exitCode: 5,
    remedy: 'Resume that load (--resume), or roll it back (--roll-back).',
  },
  'nothing-to-resume': {
    exitCode: 5,
    remedy: 'Check the dump’s folder and the target, or begin a new load.',
  },
  'load-running': { exitCode: 5, remedy: 'Let the run that works on it end, or end it.' },
  'target-missing': { exitCode: 5, remedy: 'Load a dump with the definitions first.' },
  'target-read-only': {
    exitCode: 5,
    remedy:
      'Have the server take writes again (read_only, super_read_only), then go on with --resume; or load into the server that is the primary now.',
  },
  'server-full': {
    exitCode: 1,
    remedy:
      'Make room on the server (data folder, tmpdir and binary logs; for a table in memory max_heap_table_size), then start again: a load or a migration goes on with --resume.',
  },
  'target-protected': {
    exitCode: 5,
    remedy: 'Type the name of the production connection to confirm (--confirm-target).',
  },
  'gtid-refused': { exitCode: 5, remedy: 'Load without --gtid, and set the position by hand.' },
  'speed-up-refused': { exitCode: 5, remedy: 'Leave it out of --fast-unsafe.' },
  'settings-not-restored': {
    exitCode: 1,
    remedy: 'Run sluice restore-server-settings as soon as the server can be reached.',
  },
  'local-infile-off': { exitCode: 5, remedy: 'Run SET GLOBAL local_infile = ON on the target.' },
  'statement-failed': { exitCode: 1, remedy: 'Read the server’s message beside the statement.' },
  'commits-lost': {
    exitCode: 1,
    remedy:
      'Go on with --resume, which loads what is missing; keep innodb_flush_log_at_trx_commit and sync_binlog at 1 on a target that may crash again.',
  },
  'rows-differ': {
    exitCode: 1,
    remedy: 'Do not trust this copy: make it again, and report it if it recurs.',
  },
  'orphaned-rows': {
    exitCode: 1,
    remedy:
      'Find them at the source by the statement that is shown, and give them their parents or delete them.',
  },
  'extra-objects': {
    exitCode: 1,
    remedy:
      'Leave them where they are yours; they were not changed, and nothing of the dump is missing by them.',
  },
  'rows-not-compared': {
    exitCode: 1,
    remedy: 'The rows were counted; compare their values by a statement of your own where it matters.',
  },
  'events-disabled': {
    exitCode: 1,
    remedy: 'Enable them where they should run (ALTER EVENT … ENABLE), or ask for --event-status source.',
  },
  'source-differs': {
    exitCode: 1,
    remedy:
      'If nobody wrote at the source since the dump, do not trust the dump; else dump again for what is new.',
  },
  'compression-refused': {
    exitCode: 5,
    remedy:
      'Let the server take zlib (protocol_compression_algorithms of MySQL), or connect without compression.',
  },
  'definition-differs': { exitCode: 1, remedy: 'Compare the two definitions that are named.' },
  'definition-refused': {
    exitCode: 5,
    remedy: 'Change the definition at the source, or leave the object out.',
  },
  'definition-changed-by-rule': { exitCode: 1, remedy: 'Check that the object still does what it should.' },
  'index-rebuilt': { exitCode: 1, remedy: 'Nothing needs to be done; look at why the server broke off.' },
  'memory-limit': {
    exitCode: 1,
    remedy: 'Raise the memory limit to twice the size of the largest row, and some more for each thread.',
  },
  'memory-refused': {
    exitCode: 5,
    remedy: 'Ask for fewer threads or a lower memory limit, or end other programs, then start again.',
  },
  'threads-refused': {
    exitCode: 5,
    remedy:
      'Ask for fewer threads, or raise the limit of processes of this account or container (ulimit -u).',
  },
  'disk-full': { exitCode: 1, remedy: 'Free some space, then start again.' },
  'file-failed': { exitCode: 1, remedy: 'Check the disk and the privileges on the file.' },
  'not-a-tablespace': { exitCode: 5, remedy: 'Choose an .ibd file of MySQL or MariaDB.' },
  'tablespace-damaged': {
    exitCode: 1,
    remedy: 'Copy the file again while the server lets it rest, or check the table.',
  },
  'page-size-unsupported': { exitCode: 5, remedy: 'Choose a file with pages of 4 to 64 KiB.' },
  'server-missing': { exitCode: 5, remedy: 'Run npm run setup, or install MySQL or MariaDB.' },
  'server-start-failed': { exitCode: 1, remedy: 'Read the end of the server’s error log.' },
  'channel-refused': { exitCode: 1, remedy: 'Restart Sluice.' },
  cancelled: { exitCode: 130, remedy: 'Start again when you like.' },
  internal: { exitCode: 1, remedy: 'Please report this with the log.' },
} as const);

export type FailureCode = keyof typeof FAILURE_CODES;

/** One failure, as it travels from the engine or a service to the window, the CLI and the log. */
export interface Failure {
  readonly code: FailureCode;
  /** The problem, in one sentence without the remedy. */
  readonly message: string;
  /** The remedy, in one sentence. */
  readonly hint: string;
  /** The server's error number and SQLSTATE, where a server reported it. */
  readonly errno?: number | undefined;
  readonly sqlstate?: string | undefined;
  /** `schema.table`, not quoted. */
  readonly table?: string | undefined;
  /** The chunk's number within its table, or its file name. */
  readonly chunk?: string | undefined;
  /** The statement that failed, cut to 500 characters, never with a secret in it. */
  readonly statement?: string | undefined;
  /** True when the same action may succeed later without any change. */
  readonly retryable: boolean;
  /** Values that its sentences name, for scripts: names of objects, numbers, lists of them. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

const codes = Object.keys(FAILURE_CODES) as [FailureCode, ...FailureCode[]];

export const failureSchema: z.ZodType<Failure> = z.object({
  code: z.enum(codes),
  message: z.string(),
  hint: z.string(),
  errno: z.number().optional(),
  sqlstate: z.string().optional(),
  table: z.string().optional(),
  chunk: z.string().optional(),
  statement: z.string().optional(),
  retryable: z.boolean(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

/** Returns the chunk where the message does not name it already; a number in a message may be any. */
export function unnamedChunk({ message, chunk = '' }: Failure): string | null {
  const isNamed = chunk === '' || (!/^\d+$/.test(chunk) && message.includes(chunk));
  return isNamed ? null : chunk;
}

/** The exception that carries a {@link Failure} through TypeScript code. */
export class SluiceError extends Error {
  readonly failure: Failure;

  constructor(code: FailureCode, message: string, more: Partial<Omit<Failure, 'code' | 'message'>> = {}) {
    super(message);
    this.name = 'SluiceError';
    this.failure = { code, message, hint: FAILURE_CODES[code].remedy, retryable: false, ...more };
  }

  static from(failure: Failure): SluiceError {
    return new SluiceError(failure.code, failure.message, failure);
  }
}
