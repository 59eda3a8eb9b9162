import { describe, expect, it } from 'vitest';
import type { CatalogTable, CatalogTree } from '../../../../app/contract/catalog';
import {
  objectTick,
  pickAll,
  schemaTick,
  selectionOf,
  sumPicked,
  toggleNode,
  visibleNodes,
  type Picked,
  type TreeNode,
} from '../../../../renderer/state/selection';

const table = (name: string): CatalogTable => ({
  name,
  engine: 'InnoDB',
  rows: 10,
  dataBytes: 100,
  indexBytes: 50,
  partitions: 0,
});

const tree: CatalogTree = {
  schemas: [
    {
      name: 'shop',
      tables: [table('orders'), table('items')],
      views: ['totals'],
      routines: 1,
      triggers: 0,
      events: 0,
    },
    { name: 'crm', tables: [table('contacts')], views: [], routines: 0, triggers: 0, events: 0 },
  ],
};

const nothing: Picked = new Map();
const everything = new Set(['shop', 'crm']);

function node(key: string): TreeNode {
  const found = visibleNodes(tree, everything, '').find((candidate) => candidate.key === key);
  if (found === undefined) throw new Error(`No row ${key}`);
  return found;
}

describe('toggleNode', () => {
  it('ticks a whole schema with whatever it holds', () => {
    const picked = toggleNode(nothing, tree, node('shop'));
    expect(selectionOf(picked)?.include).toEqual([{ kind: 'schema', schema: 'shop' }]);
    expect(objectTick(picked, 'shop', 'orders')).toBe('all');
    expect(toggleNode(picked, tree, node('shop')).size).toBe(0);
  });

  it('names the rest when one table is taken out of a whole schema', () => {
    const picked = toggleNode(pickAll(tree), tree, node('shop.orders'));
    expect(schemaTick(picked, 'shop')).toBe('some');
    const ofShop = selectionOf(picked)?.include.filter(({ schema }) => schema === 'shop');
    expect(ofShop).toEqual([
      { kind: 'table', schema: 'shop', name: 'items' },
      { kind: 'table', schema: 'shop', name: 'totals' },
    ]);
  });

  it('is the whole schema again when its last object is ticked', () => {
    const without = toggleNode(pickAll(tree), tree, node('shop.totals'));
    expect(schemaTick(toggleNode(without, tree, node('shop.totals')), 'shop')).toBe('all');
  });

  it('is nothing again when its only object is unticked', () => {
    const one = toggleNode(nothing, tree, node('crm.contacts'));
    expect(schemaTick(one, 'crm')).toBe('all');
    expect(selectionOf(toggleNode(one, tree, node('crm.contacts')))).toBeNull();
  });
});

describe('visibleNodes', () => {
  it('shows the tables of the schemas that are open', () => {
    const keys = visibleNodes(tree, new Set(['crm']), '').map(({ key }) => key);
    expect(keys).toEqual(['shop', 'crm', 'crm.contacts']);
  });

  it('shows what a filter finds, with its schema, also where that is closed', () => {
    const keys = visibleNodes(tree, new Set(), 'ORD').map(({ key }) => key);
    expect(keys).toEqual(['shop', 'shop.orders']);
  });
});

describe('sumPicked', () => {
  it('counts the tables that are ticked and no others', () => {
    const picked = toggleNode(pickAll(tree), tree, node('shop.orders'));
    expect(sumPicked(picked, tree)).toEqual({ tables: 2, rows: 20, bytes: 200 });
  });
});
