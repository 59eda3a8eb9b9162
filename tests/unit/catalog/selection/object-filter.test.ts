import { describe, expect, it } from 'vitest';
import type { SchemaNames } from '../../../../app/catalog/selection/names';
import { selecting, type IncludeRule, type Selection } from '../../../../app/contract/runs/options';
import {
  ObjectFilter,
  describeRule,
  isExact,
  unmatched,
} from '../../../../app/catalog/selection/object-filter';

const SHOP: SchemaNames = {
  name: 'shop',
  tables: ['orders', 'tmp_1'],
  tableLikes: ['open_orders'],
  routines: ['total'],
  events: ['nightly'],
  triggers: [{ table: 'orders', name: 'stamp' }],
};

const choose = (include: readonly IncludeRule[], exclude: Selection['exclude'] = []) =>
  new ObjectFilter({ ...selecting(include), exclude });

describe('ObjectFilter', () => {
  it('takes everything of a whole schema and nothing of another', () => {
    const objectFilter = choose([{ kind: 'schema', schema: 'shop' }]);
    expect(
      objectFilter.schema('shop') && objectFilter.table('shop', 'orders') && objectFilter.event('shop', 'e'),
    ).toBe(true);
    expect(objectFilter.routine('shop', 'r') && objectFilter.trigger('shop', 'orders', 'stamp')).toBe(true);
    expect(objectFilter.schema('crm') || objectFilter.table('crm', 'orders')).toBe(false);
  });

  it('takes just a named table with its triggers, and no routines or events', () => {
    const objectFilter = choose([{ kind: 'table', schema: 'shop', name: 'orders' }]);
    expect(objectFilter.schema('shop') && objectFilter.trigger('shop', 'orders', 'stamp')).toBe(true);
    expect(objectFilter.table('shop', 'tmp_1') || objectFilter.trigger('shop', 'tmp_1', 't')).toBe(false);
    expect(objectFilter.routine('shop', 'total') || objectFilter.event('shop', 'nightly')).toBe(false);
  });

  it('follows wildcards in both names', () => {
    const objectFilter = choose([{ kind: 'table', schema: 'shop%', name: '*_1' }]);
    expect(objectFilter.table('shop2', 'tmp_1')).toBe(true);
    expect(objectFilter.table('shop2', 'orders') || objectFilter.table('my_shop', 'tmp_1')).toBe(false);
  });

  it('lets what is left out win, object by object', () => {
    const objectFilter = choose(
      [{ kind: 'schema', schema: '%' }],
      [
        { kind: 'table', schema: '%', name: 'tmp%' },
        { kind: 'trigger', schema: 'shop', name: 'stamp' },
        { kind: 'routine', schema: 'shop', name: 'total' },
        { kind: 'schema', schema: 'crm' },
      ],
    );
    expect(objectFilter.table('shop', 'tmp_1') || objectFilter.trigger('shop', 'tmp_1', 'x')).toBe(false);
    expect(objectFilter.trigger('shop', 'orders', 'stamp') || objectFilter.routine('shop', 'total')).toBe(
      false,
    );
    expect(objectFilter.schema('crm') || objectFilter.table('crm', 'contacts')).toBe(false);
    expect(objectFilter.table('shop', 'orders') && objectFilter.trigger('shop', 'orders', 'x')).toBe(true);
  });
});

describe('unmatched', () => {
  it('finds the rules that take nothing, whatever they are about', () => {
    const rules: readonly Selection['exclude'][number][] = [
      { kind: 'schema', schema: 'sho%' },
      { kind: 'table', schema: 'shop', name: 'open_orders' },
      { kind: 'event', schema: 'shop', name: 'n%' },
      { kind: 'trigger', schema: 'shop', name: 'stamp' },
      { kind: 'routine', schema: 'shop', name: 'nothing' },
      { kind: 'table', schema: 'crm', name: '%' },
    ];
    expect(unmatched(rules, [SHOP]).map(describeRule)).toEqual(['shop.nothing', 'crm.%']);
  });

  it('goes through the names once, however many rules there are', () => {
    let looks = 0;
    const counted: SchemaNames = {
      ...SHOP,
      get tables() {
        looks += 1;
        return SHOP.tables;
      },
    };
    const rules = Array.from({ length: 100 }, (_, at): IncludeRule => ({
      kind: 'table',
      schema: 'shop',
      name: `tmp_${String(at)}`,
    }));
    expect(unmatched(rules, [counted])).toHaveLength(99);
    expect(looks).toBe(1);
  });
});

describe('isExact', () => {
  it('is a rule that names one thing', () => {
    expect(isExact({ kind: 'table', schema: 'shop', name: 'a\\%b' })).toBe(true);
    expect(isExact({ kind: 'table', schema: 'shop', name: 'a%b' })).toBe(false);
    expect(isExact({ kind: 'schema', schema: '*' })).toBe(false);
  });
});
