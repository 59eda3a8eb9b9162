import { describe, expect, it } from 'vitest';
import { parsePrivileges } from '../../../app/catalog/grants';
import type { ServerSide } from '../../../app/migrate/precheck/facts';
import { judgeServers } from '../../../app/migrate/precheck/servers';

function side(more: Partial<ServerSide> = {}): ServerSide {
  return {
    vendor: 'mysql',
    versionNumber: 90_704,
    lowerCaseTableNames: 0,
    maxAllowedPacket: 64 * 1024 * 1024,
    collations: new Set(),
    engines: new Set(['innodb']),
    accounts: null,
    privileges: parsePrivileges(['GRANT ALL PRIVILEGES ON *.* TO `a`@`%`']),
    ...more,
  };
}

const NAMES = { targetSchemas: ['shop'], tables: ['shop.Orders', 'shop.orders'] };

function rulesOf(source: Partial<ServerSide>, target: Partial<ServerSide>) {
  return judgeServers(side(source), side(target), NAMES).map(({ severity, rule }) => [severity, rule]);
}

describe('two servers', () => {
  it('that are alike are not remarked upon', () => {
    expect(rulesOf({}, {})).toEqual([]);
  });

  it('block where the target’s account may not make tables', () => {
    const privileges = parsePrivileges(['GRANT SELECT, INSERT ON `shop`.* TO `a`@`%`']);
    const [finding] = judgeServers(side(), side({ privileges }), NAMES);
    expect(finding).toMatchObject({ severity: 'blocks', rule: 'privileges', object: 'shop' });
    expect(finding?.why).toContain('CREATE, ALTER, INDEX, DROP');
  });

  it('block where two names would become one', () => {
    expect(rulesOf({}, { lowerCaseTableNames: 1 })).toEqual([['blocks', 'lower-case-names']]);
  });

  it('warn where the target folds no case but the source did', () => {
    expect(rulesOf({ lowerCaseTableNames: 1 }, {})).toEqual([['warns', 'lower-case-names']]);
  });

  it.each([
    ['max-allowed-packet', { maxAllowedPacket: 1024 }],
    ['older-target', { versionNumber: 80_000 }],
  ])('warn of %s', (rule, target) => {
    expect(rulesOf({}, target)).toEqual([['warns', rule]]);
  });
});
