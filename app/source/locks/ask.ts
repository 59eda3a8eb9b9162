import type { Answers } from '../../catalog/session/answers';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Row } from '../../catalog/session/row';
import { SluiceError } from '../../contract/failure';
import { steadyNow } from '../../engine/steady-clock';

/** Error of a proxy or server that takes one statement in a call: for MySQL's grammar two are a mistake (ER_PARSE_ERROR). */
const ER_PARSE_ERROR = 1064;

/**
 * Has a session answer statements in one call, up to the first that is refused: under a lock writers wait for each round
 * trip. Behind a proxy, which may pass on one statement in a call, they go one after the other. Fails with
 * `connect-lost`.
 */
export async function ask(session: ControlSession, statements: readonly string[]): Promise<Answers> {
  if (session.caution !== null) return await askInTurn(session, statements);
  const answers = await session.answersTo(statements);
  const isMisread = answers.at.length === 0 && answers.refusal?.failure.errno === ER_PARSE_ERROR;
  return isMisread ? await askInTurn(session, statements) : answers;
}

async function askInTurn(session: ControlSession, statements: readonly string[]): Promise<Answers> {
  const at: number[] = [];
  const rows: (readonly Row[])[] = [];
  for (const statement of statements) {
    try {
      rows.push(await session.rows(statement));
    } catch (error) {
      if (!(error instanceof SluiceError) || error.failure.errno === undefined) throw error;
      return { at, rows: [], refusal: error };
    }
    at.push(steadyNow());
  }
  return { at, rows, refusal: null };
}
