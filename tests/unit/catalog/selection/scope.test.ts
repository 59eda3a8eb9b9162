import { describe, expect, it } from 'vitest';
import type { SchemaNames } from '../../../../app/catalog/selection/names';
import { scopeSentences } from '../../../../app/catalog/selection/scope';
import { selecting, type IncludeRule, type Selection } from '../../../../app/contract/runs/options';

const SHOP: SchemaNames = {
  name: 'shop',
  tables: ['items', 'orders', 'tmp_1', 'tmp_2', 'tmp_3', 'tmp_4'],
  tableLikes: ['open_orders'],
  routines: ['total'],
  events: ['nightly'],
  triggers: [
    { table: 'orders', name: 'stamp' },
    { table: 'tmp_1', name: 'note' },
  ],
};
const CRM: SchemaNames = {
  ...{ name: 'crm', tables: ['people'], tableLikes: [], routines: [], events: [], triggers: [] },
};

function scopeOf(
  include: readonly IncludeRule[],
  more: Partial<Selection> = {},
  accounts: readonly string[] = [],
) {
  const selection = { ...selecting(include), ...more };
  return scopeSentences({ names: [CRM, SHOP], selection, accounts, vendor: 'mysql' }, []);
}

describe('scopeSentences', () => {
  it('names few objects, counts many, and says what is left out', () => {
    expect(
      scopeOf([{ kind: 'schema', schema: 'shop' }], {
        exclude: [{ kind: 'table', schema: 'shop', name: 'tmp\\_%' }],
      }),
    ).toBe(
      'Includes: schema “shop”, tables “items”, “orders”, view “open_orders”, routine “total”, trigger “stamp”, event “nightly”. ' +
        'Excludes: schema “crm”, 4 tables, trigger “note”, accounts.',
    );
  });

  it('names objects with their schema where there are several', () => {
    expect(scopeOf([{ kind: 'schema', schema: '%' }], { content: 'data' }, ["'app'@'%'"])).toBe(
      "Includes: schemas “crm”, “shop”, 7 tables, account “'app'@'%'”. Excludes: all definitions.",
    );
    expect(
      scopeOf([
        { kind: 'table', schema: 'shop', name: 'orders' },
        { kind: 'schema', schema: 'crm' },
      ]),
    ).toContain('tables “crm.people”, “shop.orders”, trigger “shop.stamp”.');
  });

  it('names the tables of which only some rows are taken', () => {
    expect(
      scopeOf([{ kind: 'schema', schema: 'shop' }], {
        where: [{ schema: 'shop', table: 'orders', condition: 'id > 5' }],
        partitions: [{ schema: 'shop', table: 'items', partitions: ['p0'] }],
      }),
    ).toContain(
      'Excludes: schema “crm”, rows of “items” in other partitions, rows of “orders” that don’t meet its condition, accounts.',
    );
  });

  it('says it where nothing is taken in, or no rows are', () => {
    const nothing = { exclude: [{ kind: 'schema', schema: '%' }] } satisfies Partial<Selection>;
    expect(scopeOf([{ kind: 'schema', schema: 'shop' }], nothing)).toContain('Includes: nothing.');
    expect(scopeOf([{ kind: 'schema', schema: 'crm' }], { content: 'structure' })).toContain('all rows');
  });
});
