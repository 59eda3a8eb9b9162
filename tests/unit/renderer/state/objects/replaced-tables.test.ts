import { describe, expect, it } from 'vitest';
import type { CatalogTree } from '../../../../../app/contract/catalog';
import { removesRows, replacedTables } from '../../../../../renderer/state/objects/replaced-tables';

const table = (name: string, rows: number) => ({
  ...{ name, rows, engine: 'InnoDB', dataBytes: 0, indexBytes: 0, partitions: 0 },
});
const tree: CatalogTree = {
  vendor: 'mysql',
  schemas: [
    {
      ...{ name: 'shop', views: [], routines: 0, triggers: 0, events: 0 },
      tables: [table('orders', 10), table('Items', 500), table('other', 3)],
    },
  ],
};

describe('the tables whose rows a load would remove', () => {
  it('are those that exist under a name that is loaded, most rows first, in whatever case', () => {
    expect(replacedTables(tree, ['SHOP.orders', 'shop.items', 'shop.absent', 'else.other'])).toEqual([
      { schema: 'shop', name: 'Items', rows: 500 },
      { schema: 'shop', name: 'orders', rows: 10 },
    ]);
  });

  it('are asked about where their rows would go, and nowhere else', () => {
    const policies = ['fail', 'skip', 'drop', 'truncate', 'append'] as const;
    expect(policies.filter(removesRows)).toEqual(['drop', 'truncate']);
  });
});
