import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../app/catalog/privileges/grants';
import type { ServerSide } from '../../../app/migrate/precheck/facts';
import { judgeServers } from '../../../app/migrate/precheck/servers';
import { serverSide } from './server-side';

const moved = (source: string, target = source) => ({ source, target });
const NAMES = {
  targetSchemas: ['shop'],
  tables: [moved('shop.Orders'), moved('shop.orders')],
  bytes: 1000,
};

function rulesOf(source: Partial<ServerSide>, target: Partial<ServerSide>) {
  return judgeServers(serverSide(source), serverSide(target), NAMES).map(({ severity, rule }) => [
    severity,
    rule,
  ]);
}

describe('two servers', () => {
  it('that are alike are not remarked upon', () => {
    expect(rulesOf({}, {})).toEqual([]);
  });

  it('block where the target’s account may not make tables', () => {
    const privileges = parsePrivileges(['GRANT SELECT, INSERT ON `shop`.* TO `a`@`%`']);
    const [finding] = judgeServers(serverSide(), serverSide({ privileges }), NAMES);
    expect(finding).toMatchObject({ severity: 'blocks', rule: 'privileges', object: 'shop' });
    expect(finding?.why).toContain('UPDATE, DELETE, CREATE, DROP, ALTER on `shop`');
  });

  it('block where two names would become one', () => {
    expect(rulesOf({}, { lowerCaseTableNames: 1 })).toEqual([['blocks', 'lower-case-names']]);
  });

  it('do not block where one of them is renamed', () => {
    const tables = [moved('shop.Orders', 'shop.before'), moved('shop.orders')];
    const names = { ...NAMES, tables };
    expect(judgeServers(serverSide(), serverSide({ lowerCaseTableNames: 1 }), names)).toEqual([]);
  });

  it('warn where the target folds no case but the source did', () => {
    expect(rulesOf({ lowerCaseTableNames: 1 }, {})).toEqual([['warns', 'lower-case-names']]);
  });

  it.each([
    ['max-allowed-packet', { maxAllowedPacket: 1024 }],
    ['older-target', { versionNumber: 80_000 }],
    ['sql-mode', { sqlMode: new Set(['STRICT_TRANS_TABLES', 'NO_ZERO_DATE']) }],
    ['page-size', { pageSize: 8192 }],
    ['free-space', { freeBytes: 999 }],
  ])('warn of %s', (rule, target) => {
    expect(rulesOf({}, target)).toEqual([['warns', rule]]);
  });

  it.each([
    ['mysql', 90_704, 90_700],
    ['mysql', 90_704, 80_400],
    ['mysql', 80_400, 80_036],
    ['mariadb', 110_804, 101_119],
    ['mariadb', 101_119, 100_600],
  ] as const)('of %s say that %i is newer than the target’s %i, and what then', (vendor, from, to) => {
    const [finding, ...others] = judgeServers(
      serverSide({ vendor, versionNumber: from }),
      serverSide({ vendor, versionNumber: to }),
      NAMES,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'warns', rule: 'older-target', object: 'target' });
    expect(finding?.why).toContain('a definition that it does not know is refused when the table is created');
  });

  it.each([
    ['mysql', 90_704, 'mysql', 90_704],
    ['mysql', 80_036, 'mysql', 90_704],
    ['mariadb', 101_119, 'mariadb', 110_804],
    // Their numbers mean nothing to each other: what one of them lacks has rules of its own.
    ['mysql', 90_704, 'mariadb', 101_119],
    ['mariadb', 110_804, 'mysql', 80_036],
  ] as const)('of %s %i and %s %i are not called older', (fromVendor, from, toVendor, to) => {
    const found = rulesOf(
      { vendor: fromVendor, versionNumber: from },
      { vendor: toVendor, versionNumber: to },
    );
    expect(found.filter(([, rule]) => rule !== 'time-rounding')).toEqual([]);
  });

  it.each([
    ['mysql', '', 'mariadb', '', true],
    ['mariadb', '', 'mysql', '', true],
    ['mysql', '', 'mariadb', 'TIME_ROUND_FRACTIONAL', false],
    ['mariadb', '', 'mysql', 'TIME_TRUNCATE_FRACTIONAL', false],
    ['mysql', 'TIME_TRUNCATE_FRACTIONAL', 'mariadb', '', false],
    ['mysql', 'TIME_TRUNCATE_FRACTIONAL', 'mysql', '', true],
  ] as const)('of %s %s and %s %s shorten times in one way or not', (from, mode, to, targetMode, differ) => {
    const found = rulesOf(
      { vendor: from, sqlMode: new Set([mode]) },
      { vendor: to, sqlMode: new Set([targetMode]) },
    );
    expect(found.some(([, rule]) => rule === 'time-rounding')).toBe(differ);
  });
});
