import { describe, expect, it } from 'vitest';
import { batch } from '../harness/engine';
import { failureOf } from '../harness/failure';
import type { EngineEvent } from '../../../app/engine/events';
import { areEqual, digitsOf, NO_ROWS, checksumOf, Checksums, together } from '../../../app/checksums/totals';

const summed = (table: number, rows: number, checksum: string): EngineEvent => ({
  ...{ kind: 'table-checksummed', table, rows, bytes: rows * 10, checksum },
});
const part = (id: number) => ({ id, schema: 'shop', table: 'orders' });

describe('the checksum of a table', () => {
  it('is that of its parts, modulo 2^64, in any order', () => {
    const one = { rows: 2, bytes: 20, checksum: checksumOf('ffffffffffffffff') };
    const other = { rows: 3, bytes: 30, checksum: checksumOf('2') };
    expect(together(one, other)).toEqual({ rows: 5, bytes: 50, checksum: 1n });
    expect(together(other, one)).toEqual(together(one, other));
    expect(together(NO_ROWS, one)).toEqual(one);
  });

  it('is another where rows or values are others; how many bytes they had does not count', () => {
    const one = { rows: 2, bytes: 20, checksum: 7n };
    expect(areEqual(one, { ...one, bytes: 21 })).toBe(true);
    expect(areEqual(one, { ...one, rows: 3 })).toBe(false);
    expect(areEqual(one, { ...one, checksum: 8n })).toBe(false);
  });

  it('is written with all its digits', () => {
    expect(digitsOf({ ...NO_ROWS, checksum: 255n })).toBe('00000000000000ff');
    expect(checksumOf(digitsOf({ ...NO_ROWS, checksum: 2n ** 63n }))).toBe(2n ** 63n);
  });
});

describe('engine events of data sets', () => {
  it('is gathered by data set and put together by table', () => {
    const checksums = new Checksums();
    checksums.take(batch({}, summed(1, 2, 'f'), summed(2, 3, '1')));
    checksums.take(
      batch({}, { kind: 'table-loaded', at: 0, table: 1, countedRows: 5 } as unknown as EngineEvent),
    );
    expect(checksums.of([part(1), part(2)])).toEqual({ rows: 5, bytes: 50, checksum: 16n });
    expect(checksums.told(2)).toEqual({ rows: 3, bytes: 30, checksum: 1n });
    expect([checksums.counted(1), checksums.counted(2), checksums.told(9)]).toEqual([
      5,
      undefined,
      undefined,
    ]);
  });

  it('is never taken for nothing where a data set is missing', () => {
    const checksums = new Checksums();
    checksums.take(batch({}, summed(1, 2, 'f')));
    expect(failureOf(() => checksums.of([part(1), part(2)]))).toMatchObject({
      code: 'rows-differ',
      table: 'shop.orders',
    });
  });

  it('waits until all of them are reported', async () => {
    const checksums = new Checksums();
    const told: string[] = [];
    const all = checksums.until([1, 2]).then(() => told.push('all'));
    checksums.take(batch({}, summed(1, 1, '1')));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
    checksums.take(batch({}, summed(2, 1, '1')));
    await all;
    await checksums.until([1]);
    expect(told).toEqual(['all']);
  });
});
