import { formatCents } from './money';
import { Random } from './random';
import type { Row, TableRows } from './rows';

/** Number of accounts, at every scale. */
export const ACCOUNT_COUNT = 1000;

/**
 * The sum of all balances, at every scale. Transfers only move money, so a consistent dump, and every load of
 * it, has exactly this sum.
 */
export const ACCOUNTS_SUM = '1000000.00';

const AVERAGE_CENTS = 100_000;

/** The accounts, 1 to {@link ACCOUNT_COUNT}: what one has above the average, its neighbour has below it. */
export const accountRows: TableRows = {
  table: 'accounts',
  columns: ['id', 'holder', 'balance'],
  total: ACCOUNT_COUNT,
  rows: generateAccounts,
};

function* generateAccounts(): Iterable<Row> {
  const random = new Random('accounts');
  for (let id = 1; id <= ACCOUNT_COUNT; id += 2) {
    const difference = random.integer(-90_000, 90_000);
    yield [id, `Account ${id}`, formatCents(AVERAGE_CENTS + difference)];
    yield [id + 1, `Account ${id + 1}`, formatCents(AVERAGE_CENTS - difference)];
  }
}
