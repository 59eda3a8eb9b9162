import { describe, expect, it } from 'vitest';
import type { EngineDumpTable } from '../../../../app/engine/specs';
import {
  canResume,
  compareRanges,
  isRecorded,
  splitByResult,
  planReadings,
  type CutPartition,
} from '../../../../app/migrate/rows/started-tables';
import { migrateText } from '../../../../app/text/migrate/run';
import { Checksums } from '../../../../app/checksums/totals';
import { batch } from '../../harness/engine';
import type { PreparedRecord } from '../../../../app/target/journal/records';

const route = (name: string, existingRows: number | null = null) => ({
  prepared: { schema: 'shop', existingRows, dump: { name } },
});
// Only whether it is there counts.
const records = new Map([['`shop`.`orders`', {} as PreparedRecord]]);

describe('a table of an unfinished migration', () => {
  it('resumes where the earlier run recorded it', () => {
    expect(isRecorded(route('orders'), records)).toBe(true);
  });

  it('begins anew where the earlier run never came to it: whose rows are there is not known', () => {
    expect(isRecorded(route('people'), records)).toBe(false);
    expect(isRecorded({ prepared: { ...route('orders').prepared, schema: 'archive' } }, records)).toBe(false);
    expect(isRecorded(route('orders'), null)).toBe(false);
  });

  it('begins anew where somebody else’s rows are among them, be they none now', () => {
    expect(isRecorded(route('orders', 5), records)).toBe(false);
    expect(isRecorded(route('orders', 0), records)).toBe(false);
  });
});

describe('the note on an earlier run’s rows', () => {
  it('names their number', () => {
    const { resumed } = migrateText.notes;
    expect(resumed(1500, 1)).toContain('1,500 rows of the earlier run are the same');
    expect(resumed(2, 1)).toContain('only the range without them is loaded');
    expect(resumed(2, 3)).toContain('only the 3 ranges without them are loaded');
  });
});

describe('a table that an earlier run has started', () => {
  const part = (id: number, partition: string | null = null, schema = 'shop'): EngineDumpTable => ({
    ...{ id, schema, table: 't', partition, versions: 'current', basename: `t${id}`, columns: [] },
    key: [{ column: 'id', kind: 'integer', descending: false, nullable: false }],
    ...{ keyIndex: 'PRIMARY', where: null, within: null, countCheck: 'always' },
    ...{ estimatedRows: 0, estimatedBytes: 0 },
  });
  const cutPartition = (id: number, ...cuts: readonly string[]): CutPartition => ({
    source: part(id, `p${id}`),
    target: part(id + 100, `p${id}`, 'copy'),
    cuts: cuts.map((cut) => [cut]),
  });
  const told = (...found: readonly (readonly [id: number, rows: number, checksum: string])[]) => {
    const checksums = new Checksums();
    const events = found.map(([table, rows, checksum]) => {
      return { kind: 'table-checksummed', table, rows, bytes: rows, checksum } as const;
    });
    checksums.take(batch({}, ...events));
    return checksums;
  };

  it('resumes where both sides order the cuts of all ranges alike', () => {
    const [one, other] = [cutPartition(1, '5'), cutPartition(2)];
    expect(canResume([one, other], [one, other])).toBe(true);
    expect(canResume([one, other], [one])).toBe(false);
    expect(canResume([other], [other])).toBe(false);
    expect(canResume([], [])).toBe(false);
  });

  it('is read range by range on both sides, but for where the earlier run was', () => {
    const [one, other] = [cutPartition(1, '5', '9'), cutPartition(2)];
    const readings = planReadings([one, other], 50);
    const within = (at: string | null, before: string | null) => ({
      at: at === null ? null : [at],
      before: before === null ? null : [before],
    });
    expect(readings[0]?.read.map(({ source, target }) => [source.id, source.within, target.id])).toEqual([
      [50, within(null, '5'), 50],
      [51, within('5', '9'), 51],
    ]);
    expect(readings[0]?.read.map(({ source, target }) => [source.schema, target.schema])).toEqual([
      ['shop', 'copy'],
      ['shop', 'copy'],
    ]);
    expect(readings[0]?.unread).toEqual([{ kind: 'range', within: within('9', null) }]);
    expect(readings[1]?.read).toEqual([]);
    expect(readings[1]?.unread).toEqual([{ kind: 'range', within: within(null, null) }]);
    const numbers = planReadings([one, one], 50).flatMap(({ read }) => read.map(({ source }) => source.id));
    expect(numbers).toEqual([50, 51, 52, 53]);
  });

  it('keeps what both sides hold alike, and brings the rest again under numbers of its own', () => {
    const [one, other] = [cutPartition(1, '5', '9'), cutPartition(2, '3')];
    const compared = compareRanges(
      planReadings([one, other], 50),
      told([50, 2, 'a'], [51, 3, 'b'], [52, 4, 'c']),
      told([50, 2, 'f'], [51, 3, 'b'], [52, 4, 'c']),
    );
    const { kept, reload } = splitByResult([one, other], compared, 70);
    expect(kept).toEqual({ rows: 7, bytes: 7, checksum: 23n });
    expect(reload.map(({ part: { id, schema, within } }) => [id, schema, within])).toEqual([
      [1, 'shop', { at: null, before: ['5'] }],
      [70, 'shop', { at: ['9'], before: null }],
      [2, 'shop', { at: ['3'], before: null }],
    ]);
    expect(reload.map(({ target, keyRange }) => [target.id, keyRange])).toEqual([
      [101, { kind: 'range', within: { at: null, before: ['5'] } }],
      [101, { kind: 'range', within: { at: ['9'], before: null } }],
      [102, { kind: 'range', within: { at: ['3'], before: null } }],
    ]);
  });

  it('keeps nothing of a partition that was not compared', () => {
    expect(splitByResult([cutPartition(1, '5')], new Map(), 70)).toEqual({
      kept: { rows: 0, bytes: 0, checksum: 0n },
      reload: [],
    });
  });
});
