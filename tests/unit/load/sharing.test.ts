import { describe, expect, it } from 'vitest';
import { decideSharing } from '../../../app/load/sharing';
import { partitionChunks } from '../../../app/load/engine-tables';

describe('decideSharing', () => {
  it('shares tables of small rows', () => {
    expect(decideSharing({ rows: 1e6, bytes: 2e8 }, 'density')).toEqual({ mayShare: true, reason: null });
  });

  it('leaves wide rows to one lane and says why, unless speed is preferred', () => {
    const wide = { rows: 40_000, bytes: 40_000 * 2800 };
    expect(decideSharing(wide, 'density')).toEqual({
      mayShare: false,
      reason:
        'One lane: several would leave part-filled pages with rows of about 2.80 kB; “speed” preferred, they share it.',
    });
    expect(decideSharing(wide, 'speed')).toEqual({ mayShare: true, reason: null });
  });

  it('says nothing of a table that one lane loads anyway', () => {
    expect(decideSharing({ rows: 10, bytes: 28_000 }, 'density')).toEqual({ mayShare: false, reason: null });
  });

  it('shares what it knows nothing of', () => {
    expect(decideSharing({ rows: null, bytes: 1e9 }, 'density').mayShare).toBe(true);
    expect(decideSharing({ rows: 0, bytes: 0 }, 'density').mayShare).toBe(true);
  });
});

describe('partitionChunks', () => {
  const of = (...partitions: readonly (string | null)[]) =>
    partitionChunks(partitions.map((partition) => ({ partition })));

  it('counts the chunks of each partition', () => {
    expect(of('p0', 'p0', 'p1', 'p2', 'p2')).toEqual([2, 1, 2]);
  });

  it('is empty without partitions', () => {
    expect(of(null, null)).toEqual([]);
    expect(of()).toEqual([]);
  });
});
