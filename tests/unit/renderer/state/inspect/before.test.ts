import { describe, expect, it } from 'vitest';
import type { FilePicture } from '../../../../../app/contract/pages/page-picture';
import { drawnIndex, onlyTable, sameIndex } from '../../../../../renderer/state/inspect/before';
import { index, inspection } from '../../../inspect/fixtures';

describe('onlyTable', () => {
  const both = inspection([
    index({ table: 'shop.orders', name: 'PRIMARY' }),
    index({ table: 'shop.items', name: 'PRIMARY' }),
  ]);

  it('finds a table whatever its schema was called', () => {
    expect(onlyTable(both, 'items')?.indexes.map(({ table }) => table)).toEqual(['shop.items']);
    expect(onlyTable(both, 'items')?.tables).toHaveLength(1);
    expect(onlyTable(both, 'shop')).toBeNull();
  });
});

describe('sameIndex', () => {
  it('goes by name and partition', () => {
    const p0 = index({ name: 'k', partition: 'p0', leafPages: 1 });
    const p1 = index({ name: 'k', partition: 'p1', leafPages: 2 });
    const before = inspection([p0, p1]);
    expect(sameIndex(before, inspection([p1]), index({ name: 'k', partition: 'p1' }))).toBe(
      before.indexes[1],
    );
    expect(sameIndex(before, before, index({ name: 'gone' }))).toBeNull();
  });

  it('goes by the place where there are no names', () => {
    const after = inspection([index({ indexId: 7 }), index({ indexId: 8 })]);
    const before = inspection([index({ indexId: 1 }), index({ indexId: 2 })]);
    const [, second] = after.indexes;
    expect(second && sameIndex(before, after, second)?.indexId).toBe(2);
  });
});

describe('drawnIndex', () => {
  const file = (partition: string | null): FilePicture => ({
    partition,
    pages: 1,
    pageSize: 16_384,
    extentPages: 64,
    indexes: [
      { indexId: 5, plot: null },
      { indexId: 6, plot: null },
    ],
    map: null,
  });

  it('finds an index in the file of its partition', () => {
    const pictured = { inspection: inspection([]), pictures: [file('p0'), file('p1')] };
    const drawn = drawnIndex(pictured, index({ partition: 'p1', indexId: 6 }));
    expect(drawn?.file.partition).toBe('p1');
    expect(drawn?.place).toBe(1);
    expect(drawnIndex(pictured, index({ indexId: 6 }))).toBeNull();
    expect(drawnIndex(pictured, index({ partition: 'p1', indexId: null }))).toBeNull();
  });
});
