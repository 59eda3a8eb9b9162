import type { Connection, QueryError } from 'mysql2';
import { steadyNow } from '../../engine/steady-clock';
import type { Row } from './row';
import { endedInWaiting, isRefusal, refusalOf, statementError, type Refusal } from './statement-failure';

/**
 * Number of statements that a session takes in one call: more than one only where Sluice wrote them all, so that a text
 * of the user's can't add a statement.
 */
export type StatementsPerCall = 'one' | 'many';

/** Answers to statements that were sent together. The server runs none behind one that it refuses. */
export interface Answers {
  /** Times at which the statements were answered, in their order, as `steadyNow` returns them. */
  readonly at: readonly number[];
  /** Rows of each statement; none where one was refused. */
  readonly rows: readonly (readonly Row[])[];
  /** Failure of the first statement that was refused; null where none was. */
  readonly refusal: Refusal | null;
}

/**
 * Answers to a call of several statements as such: of a parser that takes one (1064), of MySQL Router with shared connections
 * (4501, its source, classic_query_forwarder.cc).
 */
const ONE_PER_CALL = [1064, 4501] as const;

/** Returns whether a call of several statements was refused as such. */
export function isOfCall({ at, refusal }: Answers): boolean {
  return at.length === 0 && isRefusal(refusal, ...ONE_PER_CALL);
}

/** Gives the rows of a statement. */
export type Asker = (statement: string) => Promise<readonly Row[]>;

/**
 * Sends statements in one call by `together`; null where the connection takes only one. Returns what gives each answer, and
 * asks by `rows` for every other one, and for all of them where the call was refused or not answered whole. Fails where a
 * statement of the call waited or was ended.
 */
export async function askAhead(
  statements: readonly string[],
  together: ((statements: readonly string[]) => Promise<Answers>) | null,
  rows: Asker,
): Promise<Asker> {
  if (together === null || statements.length < 2) return rows;
  const answers = await together(statements);
  const { refusal } = answers;
  if (refusal !== null && endedInWaiting(refusal)) throw refusal;
  if (refusal !== null && !isOfCall(answers)) return unlessLost(rows, refusal);
  if (answers.rows.length !== statements.length) return rows;
  const known = new Map(statements.map((statement, at) => [statement, answers.rows[at] ?? []]));
  return async (statement) => known.get(statement) ?? (await rows(statement));
}

/** Most characters of one call: a server may take packets of few KB, and ends the connection for a longer one. */
const MOST_CHARACTERS = 12_000;

/** Divides statements among calls, in their order. */
export function callsOf(statements: readonly string[]): readonly (readonly string[])[] {
  const calls: string[][] = [];
  let left = 0;
  for (const statement of statements) {
    if (left < statement.length) {
      calls.push([]);
      left = MOST_CHARACTERS;
    }
    calls[calls.length - 1]?.push(statement);
    left -= statement.length;
  }
  return calls;
}

/** A server that ends the connection with its refusal answers nothing more: the first question fails with that. */
function unlessLost(rows: Asker, refusal: Refusal): Asker {
  let isFirst = true;
  return async (statement) => {
    const before = isFirst ? refusal : null;
    isFirst = false;
    try {
      return await rows(statement);
    } catch (error) {
      throw before === null || isRefusal(error) ? error : before;
    }
  };
}

/**
 * Sends statements in one call, on a connection that takes many, and returns their answers. Fails with `connect-lost`.
 * mysql2 tells of each answer only by an event, and forgets them all for a refusal.
 */
export async function answersOf(connection: Connection, statements: readonly string[]): Promise<Answers> {
  const at: number[] = [];
  const result = await new Promise<unknown>((resolve) => {
    connection
      .query(statements.join(';\n'), (error: QueryError | null, rows: unknown) => resolve(error ?? rows))
      .on('fields', () => at.push(steadyNow()));
  });
  if (result instanceof Error) {
    const failed = statements[at.length] ?? '';
    return { at, rows: [], refusal: refusalOf(statementError(result as QueryError, failed)) };
  }
  const results: readonly unknown[] = at.length > 1 && Array.isArray(result) ? result : [result];
  return { at, rows: results.map((rows) => (Array.isArray(rows) ? (rows as Row[]) : [])), refusal: null };
}
