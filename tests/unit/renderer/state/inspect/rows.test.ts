import { describe, expect, it } from 'vitest';
import type { CatalogTable, CatalogTree } from '../../../../../app/contract/catalog';
import { figuresOf } from '../../../../../renderer/state/pages/figures';
import {
  nextSorting,
  rowsOf,
  sortRows,
  totalsOf,
  type InspectRow,
  type SortKey,
} from '../../../../../renderer/state/inspect/rows';
import { index, inspection } from '../../../inspect/fixtures';

const table = (name: string, bytes: number, engine = 'InnoDB'): CatalogTable => ({
  name,
  engine,
  rows: 1,
  dataBytes: bytes,
  indexBytes: 0,
  partitions: 0,
});
const tree: CatalogTree = {
  vendor: 'mysql',
  schemas: [
    {
      name: 'shop',
      tables: [table('orders2', 30), table('orders10', 20), table('notes', 10, 'MyISAM')],
      views: ['v'],
      routines: 0,
      triggers: 0,
      events: 0,
    },
  ],
};

const REASONS = { tooSmall: 'too small', noFile: 'no file' };

const row = (key: string, fillPct: number | null): InspectRow => ({
  key,
  schema: 's',
  table: key,
  bytes: 1,
  figures:
    fillPct === null
      ? null
      : figuresOf(inspection([index({ table: key, leafPages: 100, fillPct, outOfOrderPct: 0 })]), REASONS),
});
const order = (rows: readonly InspectRow[], key: SortKey, descending: boolean) =>
  sortRows(rows, { key, descending }).map((sorted) => sorted.key);

describe('rowsOf', () => {
  it('lists tables of InnoDB whose name holds the filter', () => {
    expect(rowsOf(tree, () => null, '').map(({ key }) => key)).toEqual(['shop.orders2', 'shop.orders10']);
    expect(rowsOf(tree, () => null, ' S10 ').map(({ key }) => key)).toEqual(['shop.orders10']);
  });
});

describe('the size of a table', () => {
  it('is what was counted, whatever the catalogue has estimated', () => {
    const counted = inspection([index({ table: 'shop.orders2', leafPages: 13 })]);
    const [table] = counted.tables;
    if (table === undefined) throw new Error('No table');
    const figures = figuresOf({ ...counted, tables: [{ ...table, bytes: 229_376 }] }, REASONS);
    const sizes = rowsOf(tree, (_, name) => (name === 'orders2' ? figures : null), '').map(
      ({ bytes }) => bytes,
    );
    expect(sizes).toEqual([229_376, 20]);
  });
});

describe('sortRows', () => {
  it('counts the numbers in names', () => {
    expect(
      order(
        rowsOf(tree, () => null, ''),
        'name',
        false,
      ),
    ).toEqual(['shop.orders2', 'shop.orders10']);
  });

  it('keeps what is not known last, whichever way', () => {
    const rows = [row('a', null), row('b', 50), row('c', 90)];
    expect(order(rows, 'fillPct', true)).toEqual(['c', 'b', 'a']);
    expect(order(rows, 'fillPct', false)).toEqual(['b', 'c', 'a']);
    expect(order(rows, 'grade', true)).toEqual(['b', 'c', 'a']);
  });
});

describe('nextSorting', () => {
  it('turns round on the same column, and begins a figure with the greatest', () => {
    expect(nextSorting({ key: 'bytes', descending: true }, 'bytes')).toEqual({
      key: 'bytes',
      descending: false,
    });
    expect(nextSorting({ key: 'bytes', descending: true }, 'fillPct').descending).toBe(true);
    expect(nextSorting({ key: 'bytes', descending: true }, 'name').descending).toBe(false);
  });
});

describe('totalsOf', () => {
  it('adds what is known, and weighs the fill by leaf pages', () => {
    const inspected = row('a', 90);
    const figures = inspected.figures && {
      ...inspected.figures,
      leafPages: { value: 300, reason: '' },
      freeBytes: { value: 500, reason: '' },
    };
    const totals = totalsOf([{ ...inspected, figures }, row('b', 50), row('c', null)]);
    expect(totals).toEqual({
      tables: 3,
      inspected: 2,
      bytes: 3,
      freeBytes: 500,
      leafPages: 400,
      fillPct: 80,
      wastedBytes: null,
    });
  });
});
