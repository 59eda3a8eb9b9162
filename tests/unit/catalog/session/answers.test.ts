import { describe, expect, it } from 'vitest';
import { askAhead, callsOf, type Answers } from '../../../../app/catalog/session/answers';
import { refusalOf, statementError } from '../../../../app/catalog/session/statement-failure';

const STATEMENTS = ['SELECT 1', 'SELECT 2', 'SELECT 3'];

function refused(errno: number) {
  const error = Object.assign(new Error(`error ${errno}`), { errno, sqlState: 'HY000' });
  return refusalOf(statementError(error as never, 'x'));
}

/** Asks by a call that has these answers, and then for each statement; `alone` fails at the statements that it names. */
async function ask(answers: Partial<Answers>, alone: Readonly<Record<string, Error>> = {}) {
  const asked: string[] = [];
  const rows = (statement: string) => {
    asked.push(statement);
    const error = alone[statement];
    return error === undefined ? Promise.resolve([{ alone: statement }]) : Promise.reject(error);
  };
  const together = () => Promise.resolve({ at: [], rows: [], refusal: null, ...answers });
  const asker = await askAhead(STATEMENTS, together, rows);
  const settled: unknown[] = [];
  for (const statement of STATEMENTS) settled.push(await asker(statement).catch((error: unknown) => error));
  return { asked, settled };
}

describe('asking ahead', () => {
  const alone = STATEMENTS.map((statement) => [{ alone: statement }]);

  it('gives each statement its own answer, an empty one too', async () => {
    const rows = [[{ n: '1' }], [], [{ n: '3' }]];
    expect(await ask({ at: [1, 2, 3], rows })).toEqual({ asked: [], settled: rows });
  });

  it('asks each by itself where the call was refused', async () => {
    expect(await ask({ refusal: refused(1064) })).toEqual({ asked: STATEMENTS, settled: alone });
  });

  it('asks each by itself where the statements behind the first were dropped', async () => {
    expect(await ask({ at: [1], rows: [[{ n: '1' }]] })).toEqual({ asked: STATEMENTS, settled: alone });
  });

  it('fails with the statement’s own refusal', async () => {
    const denied = refused(1142);
    const { settled } = await ask({ at: [1], refusal: refused(1146) }, { 'SELECT 2': denied });
    expect(settled).toEqual([alone[0], denied, alone[2]]);
    expect(settled[1]).toBe(denied);
  });

  it('fails with the refusal that ended the connection, which a lost one would hide', async () => {
    const [fatal, lost] = [refused(1184), new Error('lost')];
    const { settled } = await ask({ refusal: fatal }, { 'SELECT 1': lost, 'SELECT 2': lost });
    expect(settled).toEqual([fatal, lost, alone[2]]);
  });

  it('fails with the loss of the connection where the call was refused as such', async () => {
    const lost = new Error('lost');
    const { settled } = await ask({ refusal: refused(4501) }, { 'SELECT 1': lost });
    expect(settled).toEqual([lost, alone[1], alone[2]]);
  });

  it.each([1053, 1205, 1213, 1317, 1927, 1969, 3024])(
    'fails at once where a statement waited or was ended: %i',
    async (errno) => {
      const asked: string[] = [];
      const killed = refused(errno);
      const together = () => Promise.resolve({ at: [1], rows: [], refusal: killed });
      const rows = (statement: string) => Promise.resolve([{ n: String(asked.push(statement)) }]);
      await expect(askAhead(STATEMENTS, together, rows)).rejects.toBe(killed);
      expect(asked).toEqual([]);
    },
  );

  it('asks nothing ahead on a connection that takes one statement', async () => {
    const rows = (statement: string) => Promise.resolve([{ alone: statement }]);
    expect(await askAhead(STATEMENTS, null, rows)).toBe(rows);
  });
});

describe('statements divided among calls', () => {
  it('are all there, in their order, as many in a call as a small packet holds', () => {
    const statements = Array.from({ length: 10 }, (_, at) => `SELECT ${at}${' '.repeat(2992)}`);
    const calls = callsOf(statements);
    expect(calls.flat()).toEqual(statements);
    expect(calls.map(({ length }) => length)).toEqual([4, 4, 2]);
  });

  it('go alone where they are longer', () => {
    const long = 'x'.repeat(20_000);
    expect(callsOf(['a', long, 'b'])).toEqual([['a'], [long], ['b']]);
    expect(callsOf([])).toEqual([]);
  });
});
