import type { QueryError } from 'mysql2';
import { SluiceError, type Failure, type FailureCode } from '../../contract/failure';
import { serverStateOf } from '../../engine/words/server-state';

const LONGEST_STATEMENT_SHOWN = 500;

/** Errors after which the same statement may succeed unchanged: lock wait time-out and deadlock. */
const RETRYABLE: ReadonlySet<number> = new Set([1205, 1213]);
/** Access denied in its many forms (server error reference): for a command, schema, table, column, privilege. */
const PRIVILEGE: ReadonlySet<number> = new Set([1044, 1142, 1143, 1227, 1370, 1419]);

/** Failures of a statement that are not about the object that it names. */
const ELSEWHERE: ReadonlySet<FailureCode> = new Set([
  'target-read-only',
  'server-full',
  'connect-lost',
  'cancelled',
]);

/** Returns whether a statement failed by the state of the server or of the run, whatever the statement was. */
export function failedElsewhere({ failure }: SluiceError): boolean {
  return ELSEWHERE.has(failure.code);
}

/** The server's answer to a statement that it refuses. */
export type Refusal = SluiceError & { readonly failure: Failure & { readonly errno: number } };

/** Returns an error that is the server's answer to a statement; throws any other. */
export function refusalOf(error: unknown): Refusal {
  if (!isRefusal(error)) throw error;
  return error;
}

/** Returns whether an error is the server's answer to a statement, with one of these numbers where some are given. */
export function isRefusal(error: unknown, ...errnos: readonly number[]): error is Refusal {
  if (!(error instanceof SluiceError) || error.failure.errno === undefined) return false;
  return errnos.length === 0 || errnos.includes(error.failure.errno);
}

/**
 * Errors of a statement that waited, or was ended: to run it again would wait again, outlive a cancel, or hide the reason
 * behind a lost connection. Shutdown (1053), lock wait (1205), deadlock (1213), killed (1317, MariaDB's connection 1927), time
 * limits of MariaDB (1969) and MySQL (3024).
 */
const ENDED_IN_WAITING = [1053, 1205, 1213, 1317, 1927, 1969, 3024] as const;

/** Returns whether a statement waited, or was ended, so that it is not to be run again by itself. */
export function endedInWaiting(error: unknown): boolean {
  return isRefusal(error, ...ENDED_IN_WAITING);
}

/** Returns the failure of a statement. */
export function statementError(error: QueryError, statement: string): SluiceError {
  const { errno = 0, sqlState, message } = error;
  // Numbers from 1 to 60000 are the server's; the others (negative, or system codes) mean the connection broke.
  const fromServer = sqlState !== undefined && errno > 0;
  return new SluiceError(fromServer ? codeOf(errno, message) : 'connect-lost', message, {
    statement: cut(statement),
    retryable: RETRYABLE.has(errno),
    ...(fromServer && { errno, sqlstate: sqlState }),
  });
}

function codeOf(errno: number, message: string): FailureCode {
  if (PRIVILEGE.has(errno)) return 'privilege-missing';
  return serverStateOf(errno, message) ?? 'statement-failed';
}

/** Returns a statement as messages show it. */
export function cut(statement: string): string {
  return statement.length <= LONGEST_STATEMENT_SHOWN
    ? statement
    : `${statement.slice(0, LONGEST_STATEMENT_SHOWN)}…`;
}
