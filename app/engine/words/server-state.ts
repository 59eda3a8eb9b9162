import type { FailureCode } from '../../contract/failure';

/** Code of a statement that failed by the state of its server: every other statement would fail as well. */
export type ServerState = Extract<FailureCode, 'target-read-only' | 'server-full'>;

/** `ER_OPTION_PREVENTS_STATEMENT`: the error of many options, each of which it names. */
const ER_OPTION_PREVENTS_STATEMENT = 1290;
/** Name of the option in the message, which is the same in each language. */
const READ_ONLY_OPTION = /--(?:super-)?read[-_]only\b/;
/** `ER_READ_ONLY_MODE` and `ER_INNODB_READ_ONLY` (server error reference). */
const READ_ONLY: ReadonlySet<number> = new Set([1836, 1874]);

/** `ER_DISK_FULL` and `ER_RECORD_FILE_FULL`, which InnoDB answers where its file can't grow. */
const FULL: ReadonlySet<number> = new Set([1021, 1114]);
/** Errors that carry the system's own number: `EE_WRITE`, `ER_ERROR_ON_WRITE`, `ER_GET_ERRNO`. */
const OF_THE_SYSTEM: ReadonlySet<number> = new Set([3, 1026, 1030]);
/** ENOSPC: MySQL writes “OS errno 28”, MariaDB “Errcode: 28”, both “Got error 28”. */
const NO_SPACE = /\b(?:errno|errcode:|error:?) 28\b/i;

/** Returns the state of the server by which a statement failed; null where the failure is about its own object. */
export function serverStateOf(errno: number, message: string): ServerState | null {
  if (errno === ER_OPTION_PREVENTS_STATEMENT && READ_ONLY_OPTION.test(message)) return 'target-read-only';
  if (READ_ONLY.has(errno)) return 'target-read-only';
  if (FULL.has(errno) || (OF_THE_SYSTEM.has(errno) && NO_SPACE.test(message))) return 'server-full';
  return null;
}
