import { hashInteger } from './random';

/** Rows of the tables whose size follows the scale; the others are small and fixed. */
export interface ShopSizes {
  readonly customers: number;
  readonly products: number;
  readonly orders: number;
  readonly reviews: number;
  readonly visits: number;
  readonly perfTest: number;
}

const FULL: ShopSizes = {
  customers: 40_000,
  products: 2_500,
  orders: 200_000,
  reviews: 20_000,
  visits: 120_000,
  perfTest: 100_000,
};

/** The sizes at `scale` (1 is the practice server's, tests use less); no table that has rows gets empty. */
export function shopSizes(scale: number): ShopSizes {
  if (!Number.isFinite(scale) || scale <= 0) throw new RangeError(`The scale must be above 0, not ${scale}`);
  const scaled = (rows: number): number => Math.max(1, Math.round(rows * scale));
  return {
    customers: scaled(FULL.customers),
    products: scaled(FULL.products),
    orders: scaled(FULL.orders),
    reviews: scaled(FULL.reviews),
    visits: scaled(FULL.visits),
    perfTest: scaled(FULL.perfTest),
  };
}

const LINES_PER_ORDER = [1, 1, 1, 2, 2, 2, 3, 3, 4, 6];

/** Number of lines of an order, from its id alone: the items can be counted without generating them. */
export function linesOfOrder(orderId: number): number {
  return LINES_PER_ORDER[hashInteger(orderId) % LINES_PER_ORDER.length] ?? 1;
}

/** The rows of `order_items`: 2.5 for each order on average. */
export function countOrderItems(sizes: ShopSizes): number {
  let items = 0;
  for (let orderId = 1; orderId <= sizes.orders; orderId++) items += linesOfOrder(orderId);
  return items;
}
