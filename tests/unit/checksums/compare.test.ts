import { describe, expect, it } from 'vitest';
import type { EngineDumpTable } from '../../../app/engine/specs';
import { batch } from '../harness/engine';
import {
  columnLines,
  compareTable,
  differingRanges,
  excuseBetween,
  type ComparedTable,
} from '../../../app/checksums/compare';
import type { FilesRead } from '../../../app/checksums/dump-files';
import type { ChunkRange } from '../../../app/checksums/locate';
import { merged, passesOf, withChecksums } from '../../../app/checksums/places';
import type { ReadingPlan } from '../../../app/checksums/server';
import { Checksums } from '../../../app/checksums/totals';
import type { ChecksumVerdict } from '../../../app/checksums/verdict';

// Nothing else of them is looked at.
const table = (chunks: number, part: object | null = null, settings: readonly object[] = []) =>
  ({ dump: { chunks: Array(chunks).fill({ part, settings }) } }) as unknown as ComparedTable;
const files = (checksums: readonly (string | null)[], rows = 5) =>
  ({ rows, bytes: 50, checksums }) as unknown as FilesRead;
const PART = { id: 7, schema: 'shop', table: 'orders' } as unknown as EngineDumpTable;
const PLAN: ReadingPlan = { kind: 'readable', parts: [PART] };

function onServer(rows: number, checksum: string): Checksums {
  const checksums = new Checksums();
  checksums.take(batch({}, { kind: 'table-checksummed', table: 7, rows, bytes: 9, checksum }));
  return checksums;
}

describe('a table’s rows in the dump and on a server', () => {
  it('can’t be compared where the server has computed values of them', () => {
    const computed = table(1, { asWritten: { columns: '' } });
    expect(compareTable(computed, PLAN, files(['f']), onServer(5, 'f'))).toEqual({
      kind: 'not-comparable',
      reason: 'The server computed values of its rows, which the dump does not hold.',
    });
  });

  it('can’t be compared where the dump’s moments are of a named time zone', () => {
    const named = table(1, null, [{ name: 'time_zone', value: "'+02:00'" }]);
    expect(compareTable(named, PLAN, files(['f']), onServer(5, 'f'))).toEqual({
      kind: 'not-comparable',
      reason: 'The dump’s TIMESTAMP values are in another time zone than UTC.',
    });
  });

  it('are equal where the checksums of all chunks together are the server’s, and as many', () => {
    expect(compareTable(table(2), PLAN, files(['f', '1']), onServer(5, '10'))).toMatchObject({
      kind: 'equal',
    });
    expect(compareTable(table(2), PLAN, files(['f', '1']), onServer(5, '11'))).toMatchObject({
      kind: 'different',
    });
    expect(compareTable(table(2), PLAN, files(['f', '1']), onServer(4, '10'))).toMatchObject({
      ...{ kind: 'different', dumped: { rows: 5, checksum: 16n }, found: { rows: 4, checksum: 16n } },
    });
  });

  it.each<[string, ReadingPlan | undefined, FilesRead | undefined, string]>([
    ['the table is gone', { kind: 'missing' }, files(['f']), 'is not there'],
    ['the table was not looked for', undefined, files(['f']), 'is not there'],
    ['a column is another', { kind: 'other-column', column: 'note' }, files(['f']), '“note”'],
    ['the files were not read', PLAN, undefined, 'dialect'],
    ['a chunk has no checksum', PLAN, files([null]), 'dialect'],
    ['a chunk was not read', PLAN, files([]), 'dialect'],
  ])('can’t be compared where %s', (_, plan, read, reason) => {
    const found = compareTable(table(1), plan, read, onServer(5, 'f'));
    expect(found).toMatchObject({
      kind: 'not-comparable',
      reason: expect.stringContaining(reason) as string,
    });
  });
});

describe('columnLines', () => {
  it('knows a column by its name, whatever characters it has', () => {
    const lines = columnLines(
      'CREATE TABLE `t` (\n  `id` int NOT NULL,\n  `a``b` json DEFAULT NULL\n) ENGINE=InnoDB',
    );
    expect([...lines.keys()]).toEqual(['id', 'a`b']);
    expect(lines.get('a`b')).toContain('json');
  });
});

describe('the verdicts of two places', () => {
  const failed = (where: string): ChecksumVerdict => ({
    check: { kind: 'checksum', state: 'failed', detail: where },
    failures: [{ code: 'rows-differ', message: where }] as unknown as ChecksumVerdict['failures'],
    warnings: [],
  });
  const fine: ChecksumVerdict = {
    check: { kind: 'checksum', state: 'ok', detail: '' },
    failures: [],
    warnings: [],
  };

  it('blame the target for what it lacks, and never for what the source has else', () => {
    expect(merged(failed('target'), undefined).failures).toHaveLength(1);
    expect(merged(failed('target'), fine).failures).toHaveLength(1);
    const sourceFailures = merged(fine, failed('source'));
    expect(sourceFailures.failures).toEqual([]);
    expect(sourceFailures.warnings).toMatchObject([{ code: 'source-differs', message: 'source' }]);
    expect(sourceFailures.checks.map(({ state }) => state)).toEqual(['ok', 'not-checked']);
    expect(merged(fine, fine).checks.map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  it('take one reading more where the source is asked too, and where checksums are recorded', () => {
    const recorded = {
      recordedChecksums: { tool: 'mydumper', read: () => Promise.reject(new Error()) },
    } as const;
    const passes = [null, {} as never].flatMap((source) =>
      [{}, recorded].map((dump) => passesOf({ source, dump })),
    );
    expect(passes).toEqual([3, 4, 4, 5]);
  });

  it('come behind what is said of each table already', () => {
    const verdict = { schema: 's', table: 't', rows: 0, bytes: 0, checks: [fine.check] };
    const summed = merged(failed('target'), undefined);
    const [one, other] = withChecksums([verdict, verdict], [undefined, summed]);
    expect([one?.checks.length, other?.checks.map(({ state }) => state)]).toEqual([1, ['ok', 'failed']]);
  });
});

describe('why the same value may have another text on the server', () => {
  const table = (type: string) =>
    `CREATE TABLE \`t\` (\n  \`id\` int NOT NULL,\n  \`c\` ${type}\n) ENGINE=InnoDB`;

  it('is that its column is another one', () => {
    expect(excuseBetween(table('float'), table('double'), ['id', 'c'])).toContain('“c” is another one');
    expect(excuseBetween(table('float'), table('double'), ['id'])).toBeNull();
  });

  it('is that it is JSON, which travels as text', () => {
    expect(excuseBetween(table('json'), table('json'), ['id', 'c'])).toContain('JSON column “c”');
    expect(excuseBetween(table('json'), table('json'), ['id'])).toBeNull();
    const named = 'CREATE TABLE `t` (\n  `a json b` int NOT NULL\n) ENGINE=InnoDB';
    expect(excuseBetween(named, named, ['a json b'])).toBeNull();
    expect(excuseBetween(named, named, ['a json b', 'gone'])).toBeNull();
  });

  it('is none where both say the same', () => {
    expect(excuseBetween(table('text'), table('text'), ['id', 'c'])).toBeNull();
    expect(
      excuseBetween(table("text COMMENT 'no jsonb'"), table("text COMMENT 'no jsonb'"), ['c']),
    ).toBeNull();
  });
});

describe('the chunks whose rows a server has otherwise', () => {
  const range = (at: number, rows: number | null): ChunkRange =>
    ({
      chunk: { file: `t@${at}`, rows },
      ...{ from: at === 0 ? null : [String(at)], before: [String(at + 1)] },
      parts: [{ ...PART, id: at }],
    }) as unknown as ChunkRange;
  const onServerNow = (...found: readonly (readonly [rows: number, checksum: string])[]) => {
    const checksums = new Checksums();
    const events = found.map(([rows, checksum], at) => {
      return { kind: 'table-checksummed', table: at, rows, bytes: 9, checksum } as const;
    });
    checksums.take(batch({}, ...events));
    return checksums;
  };

  it('are those of another checksum, or of another number of rows', () => {
    const ranges = [range(0, 2), range(1, 2), range(2, 2), range(3, 2)];
    const now = onServerNow([2, 'a'], [2, 'b'], [3, 'c'], [2, 'd']);
    expect(differingRanges(ranges, { checksums: ['a', 'f', 'c', 'd'] }, now)).toEqual([
      {
        ...{ chunk: { file: 't@1', rows: 2 }, from: ['1'], before: ['2'] },
        found: { rows: 2, bytes: 9, checksum: 11n },
      },
      {
        ...{ chunk: { file: 't@2', rows: 2 }, from: ['2'], before: ['3'] },
        found: { rows: 3, bytes: 9, checksum: 12n },
      },
    ]);
  });

  it('are known by their checksum alone where the dump records no row count', () => {
    const ranges = [range(0, null), range(1, null)];
    const found = differingRanges(ranges, { checksums: ['a', 'b'] }, onServerNow([5, 'a'], [5, 'c']));
    expect(found.map(({ chunk }) => chunk.file)).toEqual(['t@1']);
  });
});
