import { describe, expect, it } from 'vitest';
import { decideSharing, lanesOf } from '../../../../app/target/rows/table-lanes';
import { partitionChunks } from '../../../../app/target/rows/engine-tables';

const DENSE = { prefer: 'density', vendor: 'mysql', engine: 'InnoDB' } as const;

describe('decideSharing', () => {
  it('never shares a table that takes numbers in rising order alone', () => {
    const archive = { prefer: 'speed', vendor: 'mysql', engine: 'ARCHIVE' } as const;
    expect(decideSharing({ rows: 1e6, bytes: 2e9 }, archive).mayShare).toBe(false);
  });

  it('shares tables of small rows', () => {
    expect(decideSharing({ rows: 1e6, bytes: 2e8 }, DENSE)).toEqual({ mayShare: true, reason: null });
  });

  it('leaves wide rows to one lane and says why, unless speed is preferred', () => {
    const wide = { rows: 40_000, bytes: 40_000 * 2800 };
    expect(decideSharing(wide, DENSE)).toEqual({
      mayShare: false,
      reason:
        'One lane: several would leave part-filled pages with rows of about 2.80 kB; “speed” preferred, they share it.',
    });
    expect(decideSharing(wide, { ...DENSE, prefer: 'speed' })).toEqual({ mayShare: true, reason: null });
  });

  it('takes rows for wide from 1 KiB on, and tables for large from 64 MiB on', () => {
    const rows = 65_536;
    expect(decideSharing({ rows, bytes: rows * 1024 }, DENSE).mayShare).toBe(true);
    expect(decideSharing({ rows, bytes: rows * 1024 + 1 }, DENSE).mayShare).toBe(false);
    expect(decideSharing({ rows: 100, bytes: 64 * 2 ** 20 }, DENSE).reason).not.toBeNull();
    expect(decideSharing({ rows: 100, bytes: 64 * 2 ** 20 - 1 }, DENSE).reason).toBeNull();
    const dense = { ...DENSE, vendor: 'mariadb' } as const;
    expect(decideSharing({ rows: 100, bytes: 64 * 2 ** 20 }, dense).reason).not.toBeNull();
    expect(decideSharing({ rows: 100, bytes: 64 * 2 ** 20 - 1 }, dense).reason).toBeNull();
  });

  it('says nothing of a table that one lane loads anyway', () => {
    expect(decideSharing({ rows: 10, bytes: 28_000 }, DENSE)).toEqual({ mayShare: false, reason: null });
  });

  it('leaves large tables of MariaDB to one lane and says why, unless speed is preferred', () => {
    const dense = { ...DENSE, vendor: 'mariadb' } as const;
    const large = { rows: 1e6, bytes: 2e8 };
    expect(decideSharing(large, dense)).toMatchObject({ mayShare: false });
    expect(decideSharing(large, dense).reason).toContain('MariaDB');
    expect(decideSharing({ rows: null, bytes: null }, dense).mayShare).toBe(false);
    expect(decideSharing({ rows: 10, bytes: 28_000 }, dense)).toEqual({ mayShare: false, reason: null });
    expect(decideSharing(large, { ...dense, prefer: 'speed' })).toEqual({ mayShare: true, reason: null });
  });

  it('shares what it knows nothing of', () => {
    expect(decideSharing({ rows: null, bytes: 1e9 }, DENSE).mayShare).toBe(true);
    expect(decideSharing({ rows: 0, bytes: 0 }, DENSE).mayShare).toBe(true);
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

describe('lanesOf', () => {
  const chunks = (...partitions: readonly (string | null)[]) =>
    partitions.map((partition) => ({ partition })) as unknown as Parameters<typeof lanesOf>[0]['chunks'];
  const shared = { mayShare: true, reason: null };

  it('is one for each partition, as far as there are threads', () => {
    const table = { bytes: 1, chunks: chunks('a', 'a', 'b', 'c') };
    expect([lanesOf(table, shared, 8), lanesOf(table, shared, 2)]).toEqual([3, 2]);
    expect(lanesOf({ bytes: 0, chunks: [] }, shared, 8)).toBe(1);
  });

  it('is as many as there are chunks and threads, where a large table may be shared', () => {
    const table = { bytes: 2e8, chunks: chunks(null, null, null) };
    expect([lanesOf(table, shared, 8), lanesOf(table, shared, 2)]).toEqual([3, 2]);
    expect(lanesOf(table, { mayShare: false, reason: null }, 8)).toBe(1);
    expect(lanesOf({ ...table, bytes: 1000 }, shared, 8)).toBe(1);
    expect(lanesOf({ ...table, bytes: null }, shared, 8)).toBe(1);
    expect(lanesOf({ ...table, bytes: 64 * 2 ** 20 }, shared, 8)).toBe(3);
    expect(lanesOf({ ...table, bytes: 64 * 2 ** 20 - 1 }, shared, 8)).toBe(1);
  });
});
