import { describe, expect, it } from 'vitest';
import { misfitOf, pluginsOf } from '../../../../app/target/accounts/grants';

const GROUND = {
  plugins: new Set(['caching_sha2_password', 'unix_socket', 'mysql_native_password']),
  privileges: new Set(['SELECT', 'PROCESS']),
  partialRevokes: false,
};

const account = (create: string, ...grants: readonly string[]) => ({
  ...{ account: "'u'@'%'", name: 'u@%', defaultRole: null },
  ...{ create, grants },
});

describe('pluginsOf', () => {
  it('are the ways in which an account signs in, and no words of its names and texts', () => {
    expect(
      pluginsOf(
        "CREATE USER `IDENTIFIED WITH 'x'`@`%` IDENTIFIED WITH 'a' AS 'VIA b' ATTRIBUTE '{\"c\": \"OR d\"}'",
      ),
    ).toEqual(['a']);
    expect(pluginsOf("CREATE USER `u`@`%` IDENTIFIED VIA ed25519 USING 'xx' OR unix_socket")).toEqual([
      'ed25519',
      'unix_socket',
    ]);
    expect(pluginsOf("CREATE USER `u`@`%` IDENTIFIED BY PASSWORD '*0A'")).toEqual([]);
  });
});

describe('misfitOf', () => {
  it('is nothing where the target knows all of it', () => {
    const fits = account(
      "CREATE USER `u`@`%` IDENTIFIED WITH 'caching_sha2_password'",
      'GRANT USAGE ON *.* TO `u`@`%`',
      'GRANT SELECT (`FLY`) ON `a`.`b` TO `u`@`%`',
      'GRANT ALL PRIVILEGES ON `a`.* TO `u`@`%`',
    );
    expect(misfitOf(fits, GROUND)).toBeNull();
  });

  it('names the plugin, the privilege or the switch that the target lacks', () => {
    expect(misfitOf(account("CREATE USER `u`@`%` IDENTIFIED WITH 'stone'"), GROUND)).toEqual({
      kind: 'plugin',
      plugin: 'stone',
    });
    expect(misfitOf(account('', 'GRANT SELECT, FLY ON *.* TO `u`@`%`'), GROUND)).toEqual({
      kind: 'privilege',
      privilege: 'FLY',
    });
    const revoked = account('', 'REVOKE SELECT ON `mysql`.* FROM `u`@`%`');
    expect(misfitOf(revoked, GROUND)).toEqual({ kind: 'partial-revokes' });
    expect(misfitOf(revoked, { ...GROUND, partialRevokes: true })).toBeNull();
    expect(misfitOf(account('', 'GRANT what TO `u`@`%`'), GROUND)).toMatchObject({ kind: 'unknown-grant' });
  });
});
