import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../../../app/contract/connections/connection';
import type { DumpSummary } from '../../../../../app/contract/runs/dump-folder';
import {
  freeName,
  renameProblems,
  schemaMapOf,
  suggestNames,
} from '../../../../../renderer/state/objects/rename';

const summary: DumpSummary = {
  folder: '/dumps/shop',
  recognized: '',
  complete: true,
  stillToCome: null,
  tool: 'Sluice',
  formatVersion: '2.0.1',
  serverVersion: '9.7.4',
  vendor: 'mysql',
  begin: '2026-11-20 10:00:00',
  end: '2026-11-20 10:00:04',
  schemas: [{ name: 'shop', tables: [], views: [], routines: 0, triggers: 0, events: 0 }],
  accounts: [],
  dataBytes: 0,
  storedBytes: 0,
  files: 0,
  lacks: [],
  problems: [],
  remarks: [],
  takesChoices: false,
  unknownStatements: { count: 0, first: [] },
};

const own: Profile = {
  id: 'p',
  name: 'Orders',
  address: { kind: 'tcp', host: 'db', port: 3306 },
  user: 'u',
  tls: { mode: 'preferred' },
  environment: 'staging',
  colour: 'blue',
};

describe('suggestNames', () => {
  it('copies beside the source on the practice server that the dump came from', () => {
    expect(suggestNames(summary, { ...own, practice: 'mysql' }, new Set(['shop']))).toEqual({
      shop: 'shop_copy',
    });
  });

  it('keeps the name on any other server, and where the schema is not there', () => {
    expect(suggestNames(summary, own, new Set(['shop']))).toEqual({ shop: 'shop' });
    expect(suggestNames(summary, { ...own, practice: 'mariadb' }, new Set(['shop']))).toEqual({
      shop: 'shop',
    });
    expect(suggestNames(summary, { ...own, practice: 'mysql' }, new Set())).toEqual({ shop: 'shop' });
  });
});

describe('freeName', () => {
  it('takes the first number that is free', () => {
    expect(freeName('shop', new Set(['shop', 'shop_copy', 'shop_copy2']))).toBe('shop_copy3');
  });

  it('stays within the 64 characters of a schema name', () => {
    const long = 'x'.repeat(64);
    expect(freeName(long, new Set()).length).toBeLessThanOrEqual(64);
  });
});

describe('renameProblems', () => {
  it('names the schemas that would end as one, and those without a name', () => {
    expect(renameProblems({ a: 'x', b: 'x', c: ' ', d: 'd' })).toEqual({ a: 'same', b: 'same', c: 'empty' });
  });
});

describe('schemaMapOf', () => {
  it('names only what changes', () => {
    expect(schemaMapOf({ shop: 'shop_copy', crm: 'crm' })).toEqual({ shop: 'shop_copy' });
  });
});
