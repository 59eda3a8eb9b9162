import { describe, expect, it } from 'vitest';
import type { CautionKind } from '../../../../app/catalog/server/impostors';
import { statementError, refusalOf } from '../../../../app/catalog/session/statement-failure';
import { ask, type AskedSession } from '../../../../app/source/locks/ask';

const STATEMENTS = ['FLUSH TABLES WITH READ LOCK', 'LOCK INSTANCE FOR BACKUP', 'SELECT 1'];

function refused(errno: number, statement: string) {
  const error = Object.assign(new Error(`error ${errno}`), { errno, sqlState: 'HY000' });
  return refusalOf(statementError(error as never, statement));
}

/** A session that answers the first of several statements of a call, and refuses then. */
class Asked implements AskedSession {
  readonly caution: CautionKind | null;
  readonly calls: string[][] = [];
  readonly #answered: number;
  readonly #errno: number | null;
  readonly #alone: ReadonlyMap<string, number>;

  /** `answered` statements of a call are answered; the next is refused by `errno`, or the rest dropped. */
  constructor(
    answered: number,
    errno: number | null,
    { caution, alone = {} }: { caution?: CautionKind; alone?: Record<string, number> } = {},
  ) {
    this.caution = caution ?? null;
    this.#answered = answered;
    this.#errno = errno;
    this.#alone = new Map(Object.entries(alone));
  }

  answersTo(statements: readonly string[]) {
    this.calls.push([...statements]);
    const answered = statements.slice(0, this.#answered);
    const refusal = this.#errno === null ? null : refused(this.#errno, statements[this.#answered] ?? '');
    const rows = refusal === null ? answered.map((statement) => [{ statement }]) : [];
    return Promise.resolve({ at: answered.map((_, index) => index), rows, refusal });
  }

  rows(statement: string) {
    this.calls.push([statement]);
    const errno = this.#alone.get(statement);
    return errno === undefined ? Promise.resolve([{ statement }]) : Promise.reject(refused(errno, statement));
  }
}

describe('statements that are asked in one call', () => {
  const each = STATEMENTS.map((statement) => [statement]);
  const answers = STATEMENTS.map((statement) => [{ statement }]);

  it('are asked once where all are answered', async () => {
    const session = new Asked(3, null);
    expect(await ask(session, STATEMENTS)).toMatchObject({ rows: answers, refusal: null });
    expect(session.calls).toEqual([STATEMENTS]);
  });

  it('are asked one by one behind a proxy', async () => {
    const session = new Asked(3, null, { caution: 'proxysql' });
    expect(await ask(session, STATEMENTS)).toMatchObject({ rows: answers, refusal: null });
    expect(session.calls).toEqual(each);
  });

  it('are asked one by one where the call is refused', async () => {
    const session = new Asked(0, 4501);
    expect(await ask(session, STATEMENTS)).toMatchObject({ rows: answers, refusal: null });
    expect(session.calls).toEqual([STATEMENTS, ...each]);
  });

  it('are asked from where the answers ended, without a refusal', async () => {
    const session = new Asked(1, null);
    const told = await ask(session, STATEMENTS);
    expect(told).toMatchObject({ rows: answers, refusal: null });
    expect(told.at).toHaveLength(3);
    expect(session.calls).toEqual([STATEMENTS, ...each.slice(1)]);
  });

  it('are not asked again behind the refusal of one that is not the first', async () => {
    const session = new Asked(1, 1227);
    const { at, refusal } = await ask(session, STATEMENTS);
    expect(at).toHaveLength(1);
    expect(refusal?.failure).toMatchObject({ errno: 1227, statement: STATEMENTS[1] });
    expect(session.calls).toEqual([STATEMENTS]);
  });

  it.each([1053, 1205, 1213, 1317, 1927, 1969, 3024])(
    'are not asked again where the first waited or was ended: %i',
    async (errno) => {
      const session = new Asked(0, errno);
      expect((await ask(session, STATEMENTS)).refusal?.failure.errno).toBe(errno);
      expect(session.calls).toEqual([STATEMENTS]);
    },
  );

  it('end at the first that is refused alone', async () => {
    const session = new Asked(0, 4501, { alone: { 'LOCK INSTANCE FOR BACKUP': 1227 } });
    const { at, refusal } = await ask(session, STATEMENTS);
    expect(at).toHaveLength(1);
    expect(refusal?.failure).toMatchObject({ errno: 1227, statement: STATEMENTS[1] });
  });

  it('fail where the session is gone', async () => {
    const session = new Asked(0, 4501);
    session.rows = () => Promise.reject(new Error('gone'));
    await expect(ask(session, STATEMENTS)).rejects.toThrow('gone');
  });
});
