import { describe, expect, it } from 'vitest';
import { judgeCheck } from '../../../app/prove/tables';

const TABLE = { schema: 'shop', table: 't' };
const judge = (...messages: readonly (readonly [type: string, text: string])[]) =>
  judgeCheck(
    TABLE,
    messages.map(([type, text]) => ({ type, text })),
  );

describe('judgeCheck', () => {
  it('takes OK for in order, and keeps the warnings before it', () => {
    expect(judge(['status', 'OK'])).toMatchObject({ state: 'ok', remarks: [], failure: null });
    expect(judge(['status', 'Table is already up to date']).state).toBe('ok');
    expect(judge(['warning', '1 client is using it'], ['status', 'OK']).remarks).toEqual([
      '1 client is using it',
    ]);
  });

  it('names engines without a check', () => {
    const note = "The storage engine for the table doesn't support check";
    expect(judge(['note', note])).toMatchObject({ state: 'unsupported', failure: null });
  });

  it.each([
    [
      ['Error', 'Incorrect key file'],
      ['error', 'Corrupt'],
    ],
    [
      ['error', 'Corrupt'],
      ['status', 'OK'],
    ],
    [['status', 'Operation failed']],
    [],
  ] as const)('fails for anything else: %j', (...messages) => {
    const checked = judge(...(messages as readonly (readonly [string, string])[]));
    expect(checked.state).toBe('failed');
    expect(checked.failure).toMatchObject({ code: 'rows-differ', table: 'shop.t' });
  });
});
