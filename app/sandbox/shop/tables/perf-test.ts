import { Random } from '../random';
import type { Row, TableRows } from '../rows';
import type { ShopSizes } from '../sizes';

/**
 * The rows of the table that Percona's article on fragmentation after a load is about ("myloader Stops Causing
 * Data Fragmentation", 2021): each value is three UUIDs in a row, 108 characters that sort at random.
 */
export function perfTestRows(sizes: ShopSizes): TableRows {
  return {
    table: 'perf_test',
    columns: ['id', 'val'],
    total: sizes.perfTest,
    rows: () => generatePerfTest(sizes.perfTest),
  };
}

function* generatePerfTest(count: number): Iterable<Row> {
  const random = new Random('perf_test');
  for (let id = 1; id <= count; id++) yield [id, uuid(random) + uuid(random) + uuid(random)];
}

function uuid(random: Random): string {
  const digits = random.hex(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}
