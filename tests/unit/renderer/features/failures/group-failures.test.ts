import { describe, expect, it } from 'vitest';
import { SluiceError, type Failure } from '../../../../../app/contract/failure';
import { groupFailures } from '../../../../../renderer/features/failures/group-failures';

const converted = (message: string, place: Partial<Failure> = {}): Failure =>
  new SluiceError('migration-converted', message, place).failure;

describe('groupFailures', () => {
  it('says once what is true of several tables, with all of them', () => {
    const groups = groupFailures([
      converted('A collation is another one.', { table: 's.a' }),
      converted('An engine is another one.', { table: 's.a' }),
      converted('A collation is another one.', { table: 's.b' }),
    ]);
    expect(groups.map(({ failure, places }) => [failure.message, places])).toEqual([
      ['A collation is another one.', ['s.a', 's.b']],
      ['An engine is another one.', ['s.a']],
    ]);
  });

  it('keeps apart what names a chunk, a statement or a server’s error, and what names no table', () => {
    const alone: readonly Failure[] = [
      converted('Damaged.', { table: 's.a', chunk: 's@a@1.tsv.zst' }),
      converted('Damaged.', { table: 's.b', chunk: 's@b@1.tsv.zst' }),
      converted('Refused.', { table: 's.a', statement: 'ALTER' }),
      converted('Refused.', { table: 's.b', statement: 'ALTER' }),
      converted('Of the server.'),
      converted('Of the server.'),
    ];
    expect(groupFailures(alone).map(({ failure }) => failure)).toEqual(alone);
  });

  it('counts each failure once, also two of the same table', () => {
    const seventeen: readonly Failure[] = [
      converted('A collation is another one.', { table: 's.a' }),
      converted('A collation is another one.', { table: 's.a' }),
      converted('A collation is another one.', { table: 's.b' }),
      ...Array.from({ length: 14 }, (_, index) => converted(`Reason ${String(index)}.`, { table: 's.a' })),
    ];
    const groups = groupFailures(seventeen);
    expect(groups).toHaveLength(15);
    expect(groups.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(17);
    expect(groups[0]).toMatchObject({ count: 3, places: ['s.a', 's.b'] });
  });
});
