import { describe, expect, it } from 'vitest';
import type { ComparedTable, DifferingRange, ChecksumFinding } from '../../../app/checksums/compare';
import { checksumVerdict } from '../../../app/checksums/verdict';

// Only its name is looked at.
const TABLE = { schema: 'shop', name: 'orders' } as unknown as ComparedTable;
const checksum = (rows: number, digest = rows) => ({ rows, bytes: 0, checksum: BigInt(digest) });

function range(
  from: readonly string[] | null,
  before: readonly string[] | null,
  rows: number | null,
  found = 1,
) {
  const chunk = { file: `t@${from?.join() ?? ''}.tsv`, rows };
  return { chunk, from, before, found: checksum(found) } as unknown as DifferingRange;
}

const verdict = (finding: ChecksumFinding) => checksumVerdict(finding, TABLE, 'target');
const messages = (ranges: readonly DifferingRange[], dumped = checksum(3), found = checksum(2)) =>
  verdict({ kind: 'different', dumped, found, ranges }).failures.map(({ message }) => message);

describe('the verdict on a table’s checksums', () => {
  it('proves it where they are equal', () => {
    const { check, failures, warnings } = verdict({ kind: 'equal', checksum: checksum(3, 255) });
    expect(check).toMatchObject({ kind: 'checksum', state: 'ok' });
    expect(check.detail).toContain('00000000000000ff');
    expect([...failures, ...warnings]).toEqual([]);
  });

  it('warns where nothing could be compared, and does not call it proved', () => {
    const { check, failures, warnings } = verdict({
      kind: 'not-comparable',
      reason: 'The table is not there.',
    });
    expect(check).toEqual({ kind: 'checksum', state: 'not-checked', detail: 'The table is not there.' });
    expect(failures).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'rows-not-compared', table: 'shop.orders' }]);
  });

  it('fails with both numbers of rows, or says that values differ', () => {
    expect(messages([])).toEqual([
      'The rows of the target are not those of the dump: 2 rows in the target, 3 rows in the dump.',
    ]);
    expect(messages([], checksum(1, 8), checksum(1, 9))).toEqual([
      'The rows of the target are not those of the dump: 1 row on both sides, with other values.',
    ]);
  });

  it('names the table of each difference', () => {
    const many = Array.from({ length: 20 }, (_, at) => range([String(at)], null, 1));
    for (const ranges of [[], many]) {
      const { failures } = verdict({ kind: 'different', dumped: checksum(3), found: checksum(2), ranges });
      expect(new Set(failures.map(({ table }) => table))).toEqual(new Set(['shop.orders']));
    }
  });

  it('names each chunk, with the keys of its rows', () => {
    const all = [
      range(null, ['5'], 1),
      range(['5', 'a'], ['9', 'b'], null),
      range(['9'], null, 4),
      range(null, null, 2),
    ];
    expect(messages(all)).toEqual([
      'The rows before the key (5) are not those of t@.tsv: 1 row on both sides, with other values.',
      'The rows from the key (5, a) on, before (9, b) are not those of t@5,a.tsv: 1 row in the target, an unrecorded number in the dump.',
      'The rows from the key (9) on are not those of t@9.tsv: 1 row in the target, 4 rows in the dump.',
      'The rows of the table are not those of t@.tsv: 1 row in the target, 2 rows in the dump.',
    ]);
    const [first] = verdict({
      kind: 'different',
      dumped: checksum(3),
      found: checksum(2),
      ranges: all,
    }).failures;
    expect(first).toMatchObject({ code: 'rows-differ', table: 'shop.orders', chunk: 't@.tsv' });
  });

  it('names eight of many, and counts the others', () => {
    const many = (count: number) => messages(Array.from({ length: count }, () => range(null, null, 2)));
    expect(many(8)).toHaveLength(8);
    expect(many(11)).toHaveLength(9);
    expect(many(11)[8]).toBe('3 more chunks of the table differ as well.');
  });

  it('is failed as a check by the first of them', () => {
    const { check, failures } = verdict({
      kind: 'different',
      dumped: checksum(3),
      found: checksum(2),
      ranges: [],
    });
    expect(check).toEqual({ kind: 'checksum', state: 'failed', detail: failures[0]?.message });
    expect(failures).toMatchObject([{ table: 'shop.orders' }]);
  });
});
