import { formatDate, formatDateTime, momentOf, SECONDS_PER_DAY, SHOP_NOW } from '../calendar';
import type { Product } from './catalogue';
import { formatCents } from '../money';
import { REMARKS } from './people';
import { Random } from '../random';
import type { Row, TableRows } from '../rows';
import { countOrderItems, linesOfOrder, type ShopSizes } from '../sizes';

export interface OrderLine {
  readonly lineNo: number;
  readonly productId: number;
  readonly quantity: number;
  readonly unitCents: number;
}

/** An order with its lines; the moments are in seconds since 1970. */
export interface Order {
  readonly id: number;
  readonly customerId: number;
  readonly status: 'new' | 'paid' | 'shipped' | 'delivered' | 'returned' | 'cancelled';
  readonly orderedAt: number;
  readonly paidAt: number | null;
  readonly shippedAt: number | null;
  readonly lines: readonly OrderLine[];
  /** The sum over the lines of quantity times price. */
  readonly totalCents: number;
  readonly remark: string | null;
}

/** The orders in the order of their numbers, which is the order of time too. */
export function* generateOrders(sizes: ShopSizes, products: readonly Product[]): Iterable<Order> {
  const random = new Random('orders');
  for (let id = 1; id <= sizes.orders; id++) {
    const orderedAt = momentOf(id, sizes.orders) + random.integer(0, 300);
    const lines = generateLines(random, linesOfOrder(id), products);
    const paidAt = random.chance(0.97) ? orderedAt + random.integer(5, 40_000) : null;
    const shippedAt =
      paidAt !== null && random.chance(0.97) ? paidAt + random.integer(1, 9) * SECONDS_PER_DAY : null;
    yield {
      id,
      customerId: 1 + Math.floor(sizes.customers * random.fraction() ** 2),
      status: pickStatus(random, paidAt, shippedAt),
      orderedAt,
      paidAt,
      shippedAt,
      lines,
      totalCents: lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0),
      remark: random.chance(0.05) ? random.pick(REMARKS) : null,
    };
  }
}

function generateLines(random: Random, count: number, products: readonly Product[]): readonly OrderLine[] {
  const lines: OrderLine[] = [];
  for (let lineNo = 1; lineNo <= count; lineNo++) {
    const product = products[Math.floor(products.length * random.fraction() ** 2)];
    if (product === undefined) throw new RangeError('An order needs products to choose from');
    lines.push({
      lineNo,
      productId: product.id,
      quantity: random.chance(0.7) ? 1 : random.integer(2, 12),
      unitCents: product.priceCents,
    });
  }
  return lines;
}

function pickStatus(random: Random, paidAt: number | null, shippedAt: number | null): Order['status'] {
  if (paidAt === null) return random.chance(0.5) ? 'new' : 'cancelled';
  if (shippedAt === null || shippedAt > SHOP_NOW) return 'paid';
  if (SHOP_NOW - shippedAt < 4 * SECONDS_PER_DAY) return 'shipped';
  return random.chance(0.04) ? 'returned' : 'delivered';
}

export function orderRows(sizes: ShopSizes, products: readonly Product[]): TableRows {
  return {
    table: 'orders',
    columns: [
      'id',
      'customer_id',
      'status',
      'ordered_at',
      'paid_at',
      'shipped_on',
      'currency',
      'total',
      'remark',
    ],
    total: sizes.orders,
    rows: function* (): Iterable<Row> {
      for (const order of generateOrders(sizes, products)) yield orderRow(order);
    },
  };
}

function orderRow(order: Order): Row {
  return [
    order.id,
    order.customerId,
    order.status,
    formatDateTime(order.orderedAt),
    order.paidAt === null ? null : formatDateTime(order.paidAt),
    order.shippedAt === null ? null : formatDate(order.shippedAt),
    'EUR',
    formatCents(order.totalCents),
    order.remark,
  ];
}

export function orderItemRows(sizes: ShopSizes, products: readonly Product[]): TableRows {
  return {
    table: 'order_items',
    columns: ['order_id', 'line_no', 'product_id', 'quantity', 'unit_price'],
    total: countOrderItems(sizes),
    rows: function* (): Iterable<Row> {
      for (const order of generateOrders(sizes, products)) {
        for (const line of order.lines) {
          yield [order.id, line.lineNo, line.productId, line.quantity, formatCents(line.unitCents)];
        }
      }
    },
  };
}
