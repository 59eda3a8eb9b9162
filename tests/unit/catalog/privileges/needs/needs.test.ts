import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../../../app/catalog/privileges/grants';
import { withoutRedundant } from '../../../../../app/catalog/privileges/account';
import { grantingNeeds } from '../../../../../app/catalog/privileges/needs/account-needs';
import { grantsFor, missingNeeds } from '../../../../../app/catalog/privileges/missing';
import { definerNeeds, flushNeed, type Need } from '../../../../../app/catalog/privileges/needs/needs';
import { settingsNeed, unloggedNeed } from '../../../../../app/catalog/privileges/needs/setting-needs';

const SERVER = { kind: 'server' } as const;
const need = (...anyOf: Need['anyOf']): Need => ({ anyOf, on: SERVER, for: 'tables' });
const given = (...grants: readonly string[]) => [{ grants, defaultRole: null }];
const missing = (has: readonly string[], grants: readonly string[]) =>
  missingNeeds(grantingNeeds({ vendor: 'mysql' }, given(...grants)), parsePrivileges(has)).map(
    ({ anyOf: [name] }) => name,
  );

describe('withoutRedundant', () => {
  it('leaves out what a privilege that must be there stands for', () => {
    expect(withoutRedundant([need('SET USER', 'SUPER'), need('SUPER'), need('SUPER')])).toEqual([
      need('SUPER'),
    ]);
    expect(withoutRedundant([need('SET USER', 'SUPER'), need('PROCESS')])).toHaveLength(2);
    expect(withoutRedundant([need('A', 'B'), need('B', 'A')])).toHaveLength(1);
  });

  it('leaves out a place that another one takes in, and none that is given to others', () => {
    const all: Need = { anyOf: ['SELECT'], on: { kind: 'schema', schema: null }, for: 'tables' };
    const accounts: Need = { anyOf: ['SELECT'], on: { kind: 'schema', schema: 'mysql' }, for: 'accounts' };
    const bodies: Need = {
      anyOf: ['SELECT'],
      on: { kind: 'table', schema: 'mysql', table: 'proc' },
      for: 'routine-texts',
    };
    const given: Need = { ...accounts, grantable: true };
    expect(withoutRedundant([all, need('SHOW_ROUTINE', 'SELECT'), accounts, bodies])).toEqual([all]);
    expect(withoutRedundant([bodies, accounts, given])).toEqual([given]);
    expect(withoutRedundant([all, given])).toEqual([all, given]);
  });
});

describe('privileges that were split from SUPER', () => {
  it('are no more part of it since MariaDB 11.0.1', () => {
    const anyOf = (versionNumber: number) => unloggedNeed({ vendor: 'mariadb', versionNumber }).anyOf;
    expect(anyOf(101_100)).toEqual(['BINLOG ADMIN', 'SUPER']);
    expect(anyOf(110_001)).toEqual(['BINLOG ADMIN']);
  });
});

describe('privileges of versions that have others', () => {
  const first = (versionNumber: number) => {
    const server = { vendor: 'mysql', versionNumber } as const;
    const definers = { isAny: true, mayBeMissing: false, mayBeSystem: true, ofRoutines: false };
    const needs = [flushNeed(server), settingsNeed(server), ...definerNeeds(server, definers)];
    return needs.map(({ anyOf: [name] }) => name);
  };

  it('are those that the version knows', () => {
    expect(first(80_011)).toEqual(['RELOAD', 'SYSTEM_VARIABLES_ADMIN', 'SET_USER_ID']);
    expect(first(80_400)).toEqual([
      ...['FLUSH_TABLES', 'SESSION_VARIABLES_ADMIN', 'SET_ANY_DEFINER', 'SYSTEM_USER'],
    ]);
  });
});

describe('grantingNeeds', () => {
  const ALL = 'GRANT SELECT, PROCESS ON *.* TO `me`@`%`';

  it('asks for the privilege and the privilege to give it on', () => {
    expect(missing([ALL], ['GRANT SELECT ON `shop`.* TO `you`@`%`'])).toEqual(['SELECT']);
    expect(missing([`${ALL} WITH GRANT OPTION`], ['GRANT SELECT ON `shop`.* TO `you`@`%`'])).toEqual([]);
    expect(missing([`${ALL} WITH GRANT OPTION`], ['GRANT INSERT ON `shop`.* TO `you`@`%`'])).toEqual([
      'INSERT',
    ]);
  });

  it('reads the grant option of each dynamic privilege', () => {
    const has = [`${ALL} WITH GRANT OPTION`, 'GRANT BACKUP_ADMIN ON *.* TO `me`@`%`'];
    expect(missing(has, ['GRANT BACKUP_ADMIN ON *.* TO `you`@`%`'])).toEqual(['BACKUP_ADMIN']);
  });

  it('does not take one schema for all that a name with wildcards fits', () => {
    const has = ['GRANT SELECT ON `a\\_b`.* TO `me`@`%` WITH GRANT OPTION'];
    expect(missing(has, ['GRANT SELECT ON `a\\_b`.* TO `you`@`%`'])).toEqual([]);
    expect(missing(has, ['GRANT SELECT ON `a_b`.* TO `you`@`%`'])).toEqual(['SELECT']);
    const wide = ['GRANT SELECT ON `a%`.* TO `me`@`%` WITH GRANT OPTION'];
    expect(missing(wide, ['GRANT SELECT ON `a_b`.* TO `you`@`%`'])).toEqual([]);
  });

  it('asks for nothing where nothing is given', () => {
    expect(
      missing([], ['GRANT USAGE ON *.* TO `you`@`%`', 'GRANT SELECT (a) ON `s`.`t` TO `you`@`%`']),
    ).toEqual([]);
  });

  it('comes down to statements with the grant option', () => {
    const needs = grantingNeeds({ vendor: 'mysql' }, given('GRANT SELECT, INSERT ON `a_b`.* TO `you`@`%`'));
    expect(grantsFor(needs, "'me'@'%'", null)).toEqual([
      "GRANT SELECT, INSERT ON `a_b`.* TO 'me'@'%' WITH GRANT OPTION;",
    ]);
  });
});
