import { describe, expect, it } from 'vitest';
import { isLoginFile, readLoginFile } from '../../../../app/profiles/import/login-file';
import { readLoginPaths } from '../../../../app/profiles/import/option-groups';
import { failingWith } from '../../harness/failure';

/** Written by MySQL 9.7's own mysql_config_editor: the paths `orders` and `local`, the second with a password. */
const WRITTEN = Buffer.from(
  'AAAAABoCChsPABAMDw8HCBgHHB8eEx4bEAAAAPGi32GeJ9QscmdXaNdvsFIQAAAANmRKYkHeWM61aHZTZujkvSAAAAB6yb8coVazLGtZpCOQbuKB' +
    'iGHU37AtnVymwi05hx1OYxAAAAAG04XPZW6wvWmv29D/NQYYEAAAACGVPoAXqJEuK9SfAt5b/UsQAAAAnGApt285Vfe1kXsGyh/EByAAAADKJTrt' +
    'macUxaxRnwIBDjLKNTXpP1zpL+1q3V18yeAaQyAAAACrLWL6UfoP2iIL/36aO8WMQtwUUXEIBG4GaehANa0eMw==',
  'base64',
);

describe('a .mylogin.cnf', () => {
  it('is distinguished from text', () => {
    expect(isLoginFile(WRITTEN)).toBe(true);
    expect(isLoginFile(Buffer.from('[client]\nuser=anna\npassword=x\n'))).toBe(false);
    expect(isLoginFile(Buffer.alloc(10))).toBe(false);
  });

  it('gives its login paths with their passwords', () => {
    const { found } = readLoginPaths(readLoginFile(WRITTEN));
    expect(found).toMatchObject([
      {
        profile: { name: 'orders', user: 'anna', address: { kind: 'tcp', host: 'db.example', port: 3307 } },
        password: null,
      },
      {
        profile: { name: 'local', user: 'ben', address: { kind: 'socket', path: '/run/mysqld.sock' } },
        password: 'pa#ss "w',
      },
    ]);
  });

  it('that was cut off is refused, wherever the cut is', () => {
    const outcomes = new Set<string>();
    for (let length = 24; length < WRITTEN.length; length += 1) {
      try {
        readLoginFile(WRITTEN.subarray(0, length));
        outcomes.add('read');
      } catch (error) {
        expect(error).toEqual(failingWith('usage'));
        outcomes.add('refused');
      }
    }
    expect(outcomes).toEqual(new Set(['read', 'refused']));
    const turned = Buffer.from(WRITTEN);
    turned.writeInt32LE(-16, 24);
    expect(() => readLoginFile(turned)).toThrow(failingWith('usage'));
  });
});
