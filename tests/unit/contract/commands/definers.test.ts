import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDefiners } from '../../../../app/cli/options/arguments';
import { readAccount, readMapped } from '../../../../app/contract/commands/definers';
import { definersWords } from '../../../../app/contract/commands/words';
import { DUMP_DEFAULTS, type DefinerWish } from '../../../../app/contract/runs/options';

describe('an account on a command line', () => {
  it.each([
    ['boss@%', 'boss', '%'],
    ["'boss'@'%'", 'boss', '%'],
    ['`boss`@`%`', 'boss', '%'],
    ['"boss"@"10.%"', 'boss', '10.%'],
    ["'boss'@localhost", 'boss', 'localhost'],
    ["'o''brien'@'%'", "o'brien", '%'],
    ["o'brien@%", "o'brien", '%'],
    ['`we``ird`@h', 'we`ird', 'h'],
    ['a@b@h', 'a@b', 'h'],
    [' boss @ % ', 'boss', '%'],
  ])('is read as SQL has it, or plain: %s', (text, user, host) => {
    expect(readAccount(text)).toEqual({ user, host });
  });

  it.each(['', 'boss', '@h', 'boss@', "''@'h'", "'boss'@''", ' @ '])('is none: “%s”', (text) => {
    expect(readAccount(text)).toBeNull();
  });

  it('replaces another one, quoted or not', () => {
    const wanted = { from: { user: 'a', host: '%' }, to: { user: 'b', host: 'h' } };
    for (const text of ['a@%=b@h', "'a'@'%'='b'@'h'", '`a`@`%` = b@h'])
      expect(readMapped(text)).toEqual(wanted);
    for (const text of ['', 'a@%', 'a@%=', '=b@h', 'a@%=b', 'a@%=b@h=c@d'])
      expect(readMapped(text)).toBeNull();
  });

  it('is read again as it was written, whatever its names are', () => {
    const name = fc.string({
      minLength: 1,
      maxLength: 6,
      unit: fc.constantFrom(...Array.from(`'"\`=,\\@ %map:a`)),
    });
    const account = fc.record({ user: name, host: name.filter((host) => !host.includes('@')) });
    const read = (wish: DefinerWish) =>
      definersWords(wish)
        .filter((word) => word !== '--definers')
        .reduce<DefinerWish>((before, word) => parseDefiners(word, before), DUMP_DEFAULTS.definers);
    fc.assert(
      fc.property(account, account, (from, to) => {
        const one: DefinerWish = { kind: 'replace', ...to };
        const mapped: DefinerWish = { kind: 'map', accounts: [{ from, to }] };
        expect(read(one)).toEqual(one);
        expect(read(mapped)).toEqual(mapped);
      }),
    );
  });
});
