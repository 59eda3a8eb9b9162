import { isProxy } from '../../catalog/server/impostors';
import type { Answers } from '../../catalog/session/answers';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Row } from '../../catalog/session/row';
import { endedInWaiting, refusalOf } from '../../catalog/session/statement-failure';
import { steadyNow } from '../../engine/steady-clock';

/** A session as far as it is asked. */
export type AskedSession = Pick<ControlSession, 'caution' | 'answersTo' | 'rows'>;

/**
 * Has a session answer statements in one call, up to the first that is refused: under a lock writers wait for each round
 * trip. They go one after the other behind a proxy, and where the call as such is refused: MySQL Router with shared
 * connections answers 4501 (its source, classic_query_forwarder.cc), a parser of one statement 1064. Fails with
 * `connect-lost`.
 */
export async function ask(session: AskedSession, statements: readonly string[]): Promise<Answers> {
  if (isProxy(session.caution)) return await askInTurn(session, statements);
  const answers = await session.answersTo(statements);
  if (isWhole(answers, statements)) return answers;
  const rest = await askInTurn(session, statements.slice(answers.at.length));
  const rows = rest.refusal === null ? [...answers.rows, ...rest.rows] : [];
  return { at: [...answers.at, ...rest.at], rows, refusal: rest.refusal };
}

/** Returns false where the refusal may be one of the call, or the statements behind the first were dropped. */
function isWhole({ at, refusal }: Answers, statements: readonly string[]): boolean {
  if (refusal === null) return at.length === statements.length;
  return at.length > 0 || endedInWaiting(refusal);
}

async function askInTurn(session: AskedSession, statements: readonly string[]): Promise<Answers> {
  const at: number[] = [];
  const rows: (readonly Row[])[] = [];
  for (const statement of statements) {
    try {
      rows.push(await session.rows(statement));
    } catch (error) {
      return { at, rows: [], refusal: refusalOf(error) };
    }
    at.push(steadyNow());
  }
  return { at, rows, refusal: null };
}
