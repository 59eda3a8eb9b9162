import { describe, expect, it } from 'vitest';
import type { CatalogSchema, CatalogTable, CatalogTree } from '../../../../../app/contract/catalog';
import { compileRules, parseRules } from '../../../../../renderer/state/objects/selection-rules';
import { objectKey } from '../../../../../renderer/state/objects/object-key';
import {
  objectTick,
  selectShown,
  schemaTick,
  selectionOf,
  sumSelected,
  toggleNode,
  visibleNodes,
  type SelectedObjects,
  type TreeNode,
} from '../../../../../renderer/state/objects/selection';

const table = (name: string): CatalogTable => ({
  name,
  engine: 'InnoDB',
  rows: 10,
  dataBytes: 100,
  indexBytes: 50,
  partitions: 0,
});

const tree: CatalogTree = {
  vendor: 'mysql',
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

const schema = (name: string): CatalogSchema => {
  const found = tree.schemas.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};

const nothing: SelectedObjects = new Map();
const everything = new Set(['shop', 'crm']);

function node(key: string): TreeNode {
  const found = visibleNodes(tree, everything, '').find((candidate) => candidate.key === key);
  if (found === undefined) throw new Error(`No row ${key}`);
  return found;
}

describe('selectShown', () => {
  it('ticks every schema whole where nothing is filtered', () => {
    expect(selectShown(nothing, tree, '')).toEqual(
      new Map([
        ['shop', 'all'],
        ['crm', 'all'],
      ]),
    );
  });

  it('ticks only what a filter shows, and keeps what is ticked', () => {
    const some = selectShown(nothing, tree, 'or');
    expect(some).toEqual(new Map([['shop', new Set(['orders'])]]));
    expect(selectShown(some, tree, 'tot').get('shop')).toEqual(new Set(['orders', 'totals']));
    expect(selectShown(some, tree, 'crm')).toEqual(
      new Map<string, unknown>([
        ['shop', new Set(['orders'])],
        ['crm', 'all'],
      ]),
    );
    expect(selectShown(some, tree, 'nothing is named so')).toEqual(some);
  });

  it('ticks a schema whole once all of it is ticked', () => {
    expect(selectShown(selectShown(nothing, tree, 'o'), tree, 'items').get('shop')).toBe('all');
  });
});

describe('toggleNode', () => {
  it('ticks a whole schema with whatever it holds', () => {
    const selected = toggleNode(nothing, tree, node('shop'));
    expect(selectionOf(selected)?.include).toEqual([{ kind: 'schema', schema: 'shop' }]);
    expect(objectTick(selected, 'shop', 'orders')).toBe('all');
    expect(toggleNode(selected, tree, node('shop')).size).toBe(0);
  });

  it('names the rest when one table is taken out of a whole schema', () => {
    const selected = toggleNode(selectShown(new Map(), tree, ''), tree, node('shop.orders'));
    expect(schemaTick(selected, schema('shop'))).toBe('some');
    const ofShop = selectionOf(selected)?.include.filter(({ schema }) => schema === 'shop');
    expect(ofShop).toEqual([
      { kind: 'table', schema: 'shop', name: 'items' },
      { kind: 'table', schema: 'shop', name: 'totals' },
    ]);
  });

  it('is the whole schema again when its last object is ticked', () => {
    const without = toggleNode(selectShown(new Map(), tree, ''), tree, node('shop.totals'));
    expect(schemaTick(toggleNode(without, tree, node('shop.totals')), schema('shop'))).toBe('all');
  });

  it('is nothing again when its only object is unticked', () => {
    const one = toggleNode(nothing, tree, node('crm.contacts'));
    expect(schemaTick(one, schema('crm'))).toBe('all');
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

describe('sumSelected', () => {
  it('counts the tables that are ticked and no others', () => {
    const selected = toggleNode(selectShown(new Map(), tree, ''), tree, node('shop.orders'));
    expect(sumSelected(selected, tree)).toEqual({ tables: 2, rows: 20, bytes: 200 });
  });
});

describe('rules beside the ticks', () => {
  const rules = (take: string, leave: string) =>
    compileRules(parseRules(take) ?? [], parseRules(leave) ?? []);

  it('select what matches, also on a server without a selection', () => {
    const some = rules('sh%.ord%', '');
    expect(objectTick(nothing, 'shop', 'orders', some)).toBe('all');
    expect(objectTick(nothing, 'shop', 'items', some)).toBe('none');
    expect(schemaTick(nothing, schema('shop'), some)).toBe('some');
    expect(schemaTick(nothing, schema('crm'), rules('crm', ''))).toBe('all');
    expect(sumSelected(nothing, tree, some)).toEqual({ tables: 1, rows: 10, bytes: 100 });
  });

  it('leave out what matches, whatever is ticked', () => {
    const without = rules('', '%.items');
    const all = selectShown(new Map(), tree, '');
    expect(objectTick(all, 'shop', 'items', without)).toBe('none');
    expect(schemaTick(all, schema('shop'), without)).toBe('some');
    expect(schemaTick(all, schema('crm'), without)).toBe('all');
  });

  it('and conditions are part of what is asked for; one on a table that is left out rests', () => {
    const where = (name: string) => ({ schema: 'shop', table: name, condition: 'id > 1' });
    const conditions = new Map(['orders', 'items'].map((name) => [objectKey('shop', name), where(name)]));
    expect(selectionOf(new Map([['shop', 'all']]), rules('crm', '%.items'), conditions)).toMatchObject({
      include: [
        { kind: 'schema', schema: 'shop' },
        { kind: 'schema', schema: 'crm' },
      ],
      exclude: [{ kind: 'table', schema: '%', name: 'items' }],
      where: [where('orders')],
    });
  });

  it.each(['a.', '.b', '.', 'x.y, .'])('“%s” is no list of rules', (text) => {
    expect(parseRules(text)).toBeNull();
  });

  it('are read with their escapes', () => {
    expect(parseRules(' a\\.b.c , d,')).toEqual([
      { kind: 'table', schema: 'a\\.b', name: 'c' },
      { kind: 'schema', schema: 'd' },
    ]);
  });
});
