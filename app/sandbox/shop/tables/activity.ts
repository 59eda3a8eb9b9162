import { formatDate, formatDateTime, momentOf, SHOP_NOW } from '../calendar';
import { Random } from '../random';
import type { Row, TableRows } from '../rows';
import type { ShopSizes } from '../sizes';
import { OPINIONS, PAGES } from './words';

/** Reviews of products by customers; a review is kept when its customer is deleted. */
export function reviewRows(sizes: ShopSizes): TableRows {
  return {
    table: 'reviews',
    columns: ['id', 'product_id', 'customer_id', 'stars', 'body', 'written_at'],
    total: sizes.reviews,
    rows: () => generateReviews(sizes),
  };
}

function* generateReviews(sizes: ShopSizes): Iterable<Row> {
  const random = new Random('reviews');
  for (let id = 1; id <= sizes.reviews; id++) {
    yield [
      id,
      random.integer(1, sizes.products),
      random.chance(0.9) ? random.integer(1, sizes.customers) : null,
      random.integer(1, 5),
      random.pick(OPINIONS),
      formatDateTime(momentOf(id, sizes.reviews)),
    ];
  }
}

/** Page views, in the order of time and so of the partitions; the session is eight raw bytes. */
export function visitRows(sizes: ShopSizes): TableRows {
  return {
    table: 'visits',
    columns: ['id', 'visited_on', '@session_hex', 'customer_id', 'page', 'duration_ms'],
    assignments: 'session = UNHEX(@session_hex)',
    total: sizes.visits,
    rows: () => generateVisits(sizes),
  };
}

function* generateVisits(sizes: ShopSizes): Iterable<Row> {
  const random = new Random('visits');
  for (let id = 1; id <= sizes.visits; id++) {
    const visited = Math.min(momentOf(id, sizes.visits) + random.integer(0, 600), SHOP_NOW);
    yield [
      id,
      formatDate(visited),
      random.hex(8),
      random.chance(0.35) ? random.integer(1, sizes.customers) : null,
      random.pick(PAGES),
      Math.floor(20 * Math.pow(5000, random.fraction())),
    ];
  }
}
