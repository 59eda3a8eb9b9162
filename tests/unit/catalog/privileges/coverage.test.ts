import { describe, expect, it } from 'vitest';
import { ObjectFilter } from '../../../../app/catalog/selection/object-filter';
import { planCoverage, type VisibleSchema } from '../../../../app/catalog/privileges/coverage';
import { parsePrivileges } from '../../../../app/catalog/privileges/grants';
import type { Vendor } from '../../../../app/contract/connections/connection';
import { gapSentence, gapWarnings } from '../../../../app/text/coverage';
import { selecting, type IncludeRule, type Selection } from '../../../../app/contract/runs/options';

const SHOP: VisibleSchema = {
  name: 'shop',
  tables: ['orders'],
  ...{ views: [], sequences: [], routines: [], packages: [], libraries: [], triggers: [] },
  refused: new Set(),
};

interface Case {
  readonly grants: readonly string[];
  readonly vendor?: Vendor;
  readonly versionNumber?: number;
  readonly include?: readonly IncludeRule[];
  readonly content?: Selection['content'];
  readonly visibleSchema?: Partial<VisibleSchema>;
}

function coverage({ grants, vendor = 'mysql', include, content, visibleSchema, versionNumber }: Case) {
  const whole = selecting(include ?? [{ kind: 'schema', schema: 'shop' }]);
  const selection = { ...whole, content: content ?? whole.content };
  return planCoverage({
    server: {
      vendor,
      versionNumber: versionNumber ?? (vendor === 'mysql' ? 90_704 : 101_119),
      account: 'u@%',
    },
    privileges: parsePrivileges(grants.map((grant) => `GRANT ${grant} TO \`u\`@\`%\``)),
    objectFilter: new ObjectFilter(selection),
    selection,
    visible: [{ ...SHOP, ...visibleSchema }],
  });
}

const kinds = (wish: Case) => coverage(wish).gaps.map(({ kind, needs }) => `${kind}: ${needs}`);

const ALL = 'SELECT, SHOW VIEW, TRIGGER, EVENT ON `shop`.*';

describe('planCoverage', () => {
  it('finds nothing that an account with every privilege misses', () => {
    expect(kinds({ grants: [ALL, 'SHOW_ROUTINE ON *.*'] })).toEqual([]);
    expect(kinds({ grants: [ALL, 'SELECT ON `mysql`.`proc`'], vendor: 'mariadb' })).toEqual([]);
    const grants = ['SELECT, SHOW VIEW, TRIGGER, EVENT, SHOW CREATE ROUTINE ON `shop`.*'];
    expect(kinds({ grants, vendor: 'mariadb', versionNumber: 110_400 })).toEqual([]);
  });

  it('finds what grants hide, though the server says nothing of it', () => {
    expect(kinds({ grants: ['SELECT ON `shop`.*'] })).toEqual([
      'routine: SHOW_ROUTINE',
      'library: SHOW_ROUTINE',
      'trigger: TRIGGER',
      'event: EVENT',
    ]);
    expect(kinds({ grants: ['SELECT ON `shop`.*'], vendor: 'mariadb' })).toEqual([
      'routine: SELECT on mysql.proc',
      'package: SELECT on mysql.proc',
      'trigger: TRIGGER',
      'event: EVENT',
    ]);
  });

  it('asks older servers for the privileges that they know', () => {
    expect(kinds({ grants: [ALL], versionNumber: 80_011 })).toEqual(['routine: SELECT on *.*']);
    expect(kinds({ grants: [ALL], vendor: 'mariadb', versionNumber: 110_400 })).toEqual([
      'routine: SHOW CREATE ROUTINE',
      'package: SHOW CREATE ROUTINE',
    ]);
  });

  it('names a routine whose text is NULL, and no more where the list is whole', () => {
    const shown = [
      { name: 'mine', readable: true },
      { name: 'theirs', readable: false },
    ];
    const found = coverage({
      grants: [ALL, 'SELECT, SHOW VIEW, TRIGGER, EVENT, EXECUTE ON `shop`.*'].slice(1),
      visibleSchema: { routines: shown },
    });
    expect(found.gaps).toMatchObject([{ kind: 'routine', names: ['theirs'], more: false }]);
    expect(found.leftOut).toEqual([{ kind: 'routine', schema: 'shop', name: 'theirs' }]);
  });

  it('misses nothing where everything is the account’s own', () => {
    const grants = ['ALL PRIVILEGES ON `shop`.*'];
    expect(kinds({ grants, visibleSchema: { routines: [{ name: 'mine', readable: true }] } })).toEqual([]);
  });

  it('leaves out tables and views that the server refused, by name', () => {
    const found = coverage({
      grants: ['INSERT, TRIGGER, EVENT ON `shop`.*', 'SHOW_ROUTINE ON *.*'],
      visibleSchema: { views: ['totals'], refused: new Set(['orders', 'totals']) },
    });
    expect(found.gaps).toMatchObject([
      { kind: 'table', names: ['orders'], more: false, needs: 'SELECT' },
      { kind: 'view', names: ['totals'], more: false, needs: 'SHOW VIEW' },
    ]);
    expect(found.leftOut.map((rule) => rule.kind === 'table' && rule.name)).toEqual(['orders', 'totals']);
  });

  it('says that tables may be hidden where the account has privileges on single ones', () => {
    const wish = {
      grants: ['SELECT, TRIGGER ON `shop`.`orders`', 'SHOW_ROUTINE ON *.*', 'EVENT ON `shop`.*'],
    };
    expect(coverage(wish).gaps).toMatchObject([
      { kind: 'table', names: [], more: true },
      { kind: 'view', more: true, needs: 'SELECT, SHOW VIEW' },
    ]);
  });

  it('asks no more than the selection does', () => {
    const grants = ['SELECT, TRIGGER ON `shop`.`orders`'];
    const include: IncludeRule[] = [{ kind: 'table', schema: 'shop', name: 'orders' }];
    expect(kinds({ grants, include })).toEqual([]);
    expect(kinds({ grants: ['SELECT ON `shop`.`orders`'], include })).toEqual(['trigger: TRIGGER']);
    expect(kinds({ grants: ['SELECT ON `shop`.*'], content: 'data' })).toEqual([]);
  });

  it('names schemas that a pattern may mean and the account does not see', () => {
    const include: IncludeRule[] = [{ kind: 'schema', schema: '%' }];
    const privileges = [ALL, 'SHOW_ROUTINE ON *.*'];
    expect(kinds({ grants: privileges, include })).toEqual(['schema: SELECT on *.*']);
    expect(kinds({ grants: [...privileges, 'SHOW DATABASES ON *.*'], include })).toEqual([]);
    const pattern = ALL.replace('shop', 'sh\\_%');
    const own: IncludeRule[] = [{ kind: 'schema', schema: 'sh_*' }];
    expect(kinds({ grants: [pattern, 'SHOW_ROUTINE ON *.*'], include: own })).toEqual([]);
  });

  it('names schemas that partial revokes hide', () => {
    const selection = selecting([{ kind: 'schema', schema: '%' }]);
    const { gaps } = planCoverage({
      server: { vendor: 'mysql', versionNumber: 90_704, account: 'u@%' },
      privileges: parsePrivileges([
        'GRANT SELECT, SHOW VIEW, TRIGGER, EVENT ON *.* TO `u`@`%`',
        'REVOKE SELECT ON `payroll`.* FROM `u`@`%`',
      ]),
      objectFilter: new ObjectFilter(selection),
      ...{ selection, visible: [] },
    });
    expect(gaps).toMatchObject([{ kind: 'table', schema: 'payroll', more: true }]);
  });

  it('keeps MariaDB’s triggers of tables whose triggers can’t be read out of the selection', () => {
    const { leftOut } = coverage({
      grants: ['SELECT, INSERT, EVENT ON `shop`.*'],
      vendor: 'mariadb',
      visibleSchema: { triggers: [{ name: 'stamp', table: 'orders' }] },
    });
    expect(leftOut).toEqual([{ kind: 'trigger', schema: 'shop', name: 'stamp' }]);
  });
});

describe('the words of gaps', () => {
  const { gaps } = coverage({
    grants: ['SELECT, EVENT ON `shop`.*'],
    visibleSchema: { routines: [{ name: 'total', readable: false }] },
  });

  it('say what, where and which privilege', () => {
    expect(gapSentence(gaps)).toBe(
      'This account can’t read: routines and libraries of `shop`, among them total (needs SHOW_ROUTINE); triggers of `shop` (needs TRIGGER).',
    );
  });

  it('carry the statements that mend them', () => {
    expect(gapWarnings(gaps).map(({ code, hint }) => [code, hint])).toEqual([
      ['not-readable', "GRANT SHOW_ROUTINE ON *.* TO 'u'@'%'; Then run it again."],
      ['not-readable', "GRANT TRIGGER ON `shop`.* TO 'u'@'%'; Then run it again."],
    ]);
  });
});
