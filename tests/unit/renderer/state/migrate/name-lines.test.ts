import { describe, expect, it } from 'vitest';
import type { CatalogSchema, CatalogTree } from '../../../../../app/contract/catalog';
import { NO_RULES } from '../../../../../renderer/state/objects/selection-rules';
import { nameLines, takenOf, type Taking } from '../../../../../renderer/state/migrate/name-lines';

const schemaOf = (name: string, tables: readonly string[], views: readonly string[]): CatalogSchema => ({
  name,
  tables: tables.map((table) => ({
    name: table,
    engine: 'InnoDB',
    rows: 1,
    dataBytes: 1,
    indexBytes: 0,
    partitions: 0,
  })),
  views,
  routines: 0,
  triggers: 0,
  events: 0,
});
const tree: CatalogTree = {
  vendor: 'mysql',
  schemas: [schemaOf('crm', ['people'], []), schemaOf('shop', ['orders', 'carts'], ['open_orders'])],
};
const taking: Taking = { selected: new Map([['shop', new Set(['orders', 'open_orders'])]]), rules: NO_RULES };

const wordsOf = (open: readonly string[]) =>
  nameLines(tree, new Set(['shop']), new Set(open), taking).map((line) =>
    line.kind === 'schema' ? line.schema.name : line.table.name,
  );

describe('the names that a migration gives', () => {
  it('are those of the schemas that are taken, and of their taken tables where they are open', () => {
    expect(wordsOf([])).toEqual(['shop']);
    expect(wordsOf(['shop', 'crm'])).toEqual(['shop', 'orders']);
  });

  it('stand beside all that is taken, views too', () => {
    expect(takenOf(tree, new Set(['shop']), taking)).toEqual([
      { schema: 'shop', names: ['orders', 'open_orders'] },
    ]);
  });
});
