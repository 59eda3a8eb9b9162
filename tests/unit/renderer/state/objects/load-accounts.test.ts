import { describe, expect, it } from 'vitest';
import { takenAccounts, takingAccounts } from '../../../../../renderer/state/objects/load-accounts';

const ACCOUNTS = ['app@%', 'app@localhost', 'odd*@%'];

describe('the accounts that a load takes', () => {
  it('are those that its rules name', () => {
    const rules = { users: ['app@*'], excludeUsers: ['app@localhost'] };
    expect([...takenAccounts(ACCOUNTS, rules)]).toEqual(['app@%']);
    expect(takenAccounts(ACCOUNTS, { users: [], excludeUsers: [] }).size).toBe(0);
  });

  it('are written so that each name means itself', () => {
    for (const account of ACCOUNTS)
      expect([...takenAccounts(ACCOUNTS, takingAccounts([account]))]).toEqual([account]);
  });
});
