import { describe, expect, it } from 'vitest';
import { accountFailures, accountText } from '../../../app/text/target/accounts';
import { existingFailures } from '../../../app/text/target/existing';
import { indexFailures } from '../../../app/text/target/indexes';
import { nameFailures } from '../../../app/text/target/names';
import { objectFailures } from '../../../app/text/target/objects';
import { tableText } from '../../../app/text/target/tables';
import { trialFailures } from '../../../app/text/target/trial';

describe('the words of a target', () => {
  it('count accounts by what was found, without those of none', () => {
    expect(accountText.checked({ equal: 2, otherWords: 0, same: 1, kept: 0 })).toBe(
      'Accounts: 2 created and read again: equal to the source’s; 1 already existing, identical',
    );
  });

  it('name the first events, and count the others', () => {
    const message = (names: readonly string[]) =>
      objectFailures.eventsDisabled({ schema: 'shop', names }).message;
    expect(message(['nightly'])).toBe('1 event of “shop” was left disabled: nightly.');
    const names = Array.from({ length: 23 }, (_, at) => `e${at}`);
    expect(message(names)).toMatch(/^23 events of “shop” were left disabled: e0, .* e19 and 3 more\.$/);
  });

  it('give a hint by the kind of blocker', () => {
    const hint = (group: 'table' | 'library') =>
      nameFailures.objectsCollide({ group, first: 'a', second: 'A' }).failure.hint;
    expect(hint('table')).toContain('--rename');
    expect(hint('library')).toContain('a server that tells them apart');
    expect(existingFailures.replacedByOther({ kind: 'view', name: 'v' }).failure.hint).toBe(
      'Rename or drop that view, and resume the load.',
    );
  });

  it('name a refused definition as far as it is known', () => {
    const refused = { schema: 'shop', reason: 'Unknown collation' };
    const messages = [
      trialFailures.refused({ ...refused, name: null, kind: null }),
      trialFailures.refused({ ...refused, name: 'orders', kind: null }),
      trialFailures.refused({ ...refused, name: 'total', kind: 'function' }),
    ].map(({ message }) => message);
    expect(messages).toEqual([
      'A statement for “shop” is refused by the target: Unknown collation',
      'The definition of “orders” is refused by the target: Unknown collation',
      'The function “total” is refused by the target: Unknown collation',
    ]);
  });

  it('put the statement of a remedy into its hint', () => {
    const drop = 'ALTER TABLE `shop`.`orders` DROP KEY `at`';
    const { hint } = indexFailures.stillLost({ name: 'at', reason: 'Got error 1', drop }).failure;
    expect(hint).toBe(`Run ${drop}, then resume the load: it builds the index again.`);
  });

  it('compare counted rows with those before and those of the dump', () => {
    const counted = 1500;
    expect(tableText.rowsCounted({ counted, before: 500, dumped: 1000 })).toBe(
      '1,500 rows counted in the target, 500 before, 1,000 in the dump',
    );
    expect(tableText.rowsCounted({ counted, before: null, dumped: null })).toBe(
      '1,500 rows counted in the target; the dump records none',
    );
  });
});

describe('failures of accounts', () => {
  it.each([
    [{ kind: 'plugin', plugin: 'stone' }, 'it signs in by stone, which the target does not have'],
    [{ kind: 'privilege', privilege: 'FLY' }, 'it has the privilege FLY, which the target does not know'],
    [{ kind: 'unknown-grant', grant: 'GRANT x' }, 'Sluice does not understand one of its grants: GRANT x'],
  ] as const)('say what the target lacks by %j, which a script reads too', (misfit, words) => {
    const { message, parameters } = accountFailures.unfit({ account: 'a@b', misfit }).failure;
    expect(message).toBe(`The account a@b can’t be created on the target: ${words}.`);
    expect(parameters).toEqual({ account: 'a@b', misfit });
  });

  it('say what a grant names that is not there', () => {
    const reason = { kind: 'routine', name: 'shop.total' } as const;
    const { message } = accountFailures.grantLeftOut({ account: 'a@b', reason }).failure;
    expect(message).toBe('A grant of a@b was left out: there is no routine shop.total on the target.');
  });
});
