import { formatDate, formatDateTime, momentOf, SECONDS_PER_DAY, SHOP_NOW } from '../calendar';
import { formatCents } from '../money';
import { Random } from '../random';
import type { Row, TableRows } from '../rows';
import type { ShopSizes } from '../sizes';
import { CATEGORY_TREE, COLOURS, COUNTRIES, DESCRIPTIONS, QUALITIES, THINGS, type Branch } from './words';

/** A product as orders need it; money in cents. */
export interface Product {
  readonly id: number;
  readonly categoryId: number;
  readonly priceCents: number;
  /** Time of its first sale, in seconds since 1970. */
  readonly since: number;
}

export interface Category {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly isLeaf: boolean;
}

export const countryRows: TableRows = {
  table: 'countries',
  columns: ['code', 'name', 'currency', 'vat_percent'],
  total: COUNTRIES.length,
  rows: () => COUNTRIES,
};

export const categoryRows: TableRows = {
  table: 'categories',
  columns: ['id', 'parent_id', 'name'],
  total: listCategories().length,
  rows: () => listCategories().map(({ id, parentId, name }) => [id, parentId, name]),
};

/** The category tree as rows, parents before their children. */
export function listCategories(): readonly Category[] {
  const categories: Category[] = [];
  const add = (branches: readonly Branch[], parentId: number | null): void => {
    for (const branch of branches) {
      const id = categories.length + 1;
      categories.push({ id, parentId, name: branch.name, isLeaf: branch.below.length === 0 });
      add(branch.below, id);
    }
  };
  add(CATEGORY_TREE, null);
  return categories;
}

/** The products, with the facts from which prices and totals of orders are computed. */
export function listProducts(sizes: ShopSizes): readonly Product[] {
  const random = new Random('products');
  const categories = listCategories().filter((category) => category.isLeaf);
  const products: Product[] = [];
  for (let id = 1; id <= sizes.products; id++) {
    products.push({
      id,
      categoryId: categories[random.integer(0, categories.length - 1)]?.id ?? 1,
      priceCents: Math.round(199 * Math.pow(400, random.fraction() ** 2)),
      since: momentOf(id, sizes.products * 2),
    });
  }
  return products;
}

export function productRows(products: readonly Product[]): TableRows {
  return {
    table: 'products',
    columns: [
      'id',
      'sku',
      'category_id',
      'name',
      'description',
      'price',
      'weight_kg',
      'attributes',
      'is_active',
      'created_at',
    ],
    total: products.length,
    rows: () => describeProducts(products),
  };
}

function* describeProducts(products: readonly Product[]): Iterable<Row> {
  const random = new Random('product texts');
  for (const product of products) {
    yield [
      product.id,
      `P${String(product.id).padStart(7, '0')}-${random.hex(1).toUpperCase()}`,
      product.categoryId,
      `${random.pick(QUALITIES)} ${random.pick(THINGS)} № ${product.id}`,
      random.pick(DESCRIPTIONS),
      formatCents(product.priceCents),
      random.integer(1, 4096) / 64,
      describeAttributes(random),
      random.chance(0.95) ? 1 : 0,
      formatDateTime(product.since),
    ];
  }
}

function describeAttributes(random: Random): string {
  return JSON.stringify({
    colour: random.pick(COLOURS),
    size: { width: random.integer(2, 90), height: random.integer(2, 120) / 4, unit: 'cm' },
    tags: [random.pick(QUALITIES), random.pick(THINGS)],
    recycled: random.chance(0.4),
    warranty: random.chance(0.5) ? random.integer(1, 10) : null,
    label: { el: 'Προϊόν', ja: '商品 🎁', quoted: 'a "quoted" \\ label\n' },
  });
}

/** Price history of the products: one to four prices for each, a key of a number and a date. */
export function priceHistoryRows(products: readonly Product[]): TableRows {
  const prices = [...generatePrices(products)];
  return {
    table: 'price_history',
    columns: ['product_id', 'valid_from', 'price'],
    total: prices.length,
    rows: () => prices,
  };
}

function* generatePrices(products: readonly Product[]): Iterable<Row> {
  const random = new Random('prices');
  for (const product of products) {
    let day = product.since;
    const changes = random.integer(0, 3);
    for (let change = changes; change > 0; change--) {
      const factor = 0.8 + random.fraction() * 0.3;
      yield [product.id, formatDate(day), formatCents(Math.round(product.priceCents * factor))];
      day += random.integer(20, 150) * SECONDS_PER_DAY;
    }
    yield [product.id, formatDate(Math.min(day, SHOP_NOW)), formatCents(product.priceCents)];
  }
}
