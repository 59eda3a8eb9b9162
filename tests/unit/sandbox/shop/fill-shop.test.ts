import { createHash } from 'crypto';

import { describe, expect, it } from 'vitest';

import { ACCOUNT_COUNT, ACCOUNTS_SUM } from '../../../../app/sandbox/shop/accounts';
import { listCategories, listProducts } from '../../../../app/sandbox/shop/tables/catalogue';
import { shopTables } from '../../../../app/sandbox/shop/fill-shop';
import { formatCents } from '../../../../app/sandbox/shop/money';
import { generateOrders } from '../../../../app/sandbox/shop/tables/orders';
import { encodeRow } from '../../../../app/sandbox/shop/rows';
import type { Row, TableRows, Value } from '../../../../app/sandbox/shop/rows';
import { createTableStatements } from '../../../../app/sandbox/shop/schema';
import { shopSizes } from '../../../../app/sandbox/shop/sizes';

const SCALE = 0.01;
const tables = shopTables(SCALE);

function tableNamed(name: string): TableRows {
  const table = tables.find((candidate) => candidate.table === name);
  if (table === undefined) throw new Error(`The shop has no rows for ${name}`);
  return table;
}

/** The values of one column, from the first row to the last. */
function column(tableName: string, columnName: string): readonly Value[] {
  const table = tableNamed(tableName);
  const index = table.columns.indexOf(columnName);
  if (index < 0) throw new Error(`${tableName} has no column ${columnName}`);
  return [...table.rows()].map((row) => row[index] ?? null);
}

function digest(rows: Iterable<Row>): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(encodeRow(row));
  return hash.digest('hex');
}

const cents = (amount: Value): number => Math.round(Number(amount) * 100);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe.each(tables.map((table) => [table.table, table] as const))('the rows of %s', (_name, table) => {
  it('are the same each time they are made', () => {
    expect(digest(table.rows())).toBe(digest(table.rows()));
    expect(
      digest(
        shopTables(SCALE)
          .find((again) => again.table === table.table)
          ?.rows() ?? [],
      ),
    ).toBe(digest(table.rows()));
  });

  it('are as many and as wide as announced', () => {
    const rows = [...table.rows()];
    expect(rows).toHaveLength(table.total);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([table.columns.length]));
  });

  it('have a table', () => {
    const creates = createTableStatements('mysql').filter((text) =>
      text.startsWith(`CREATE TABLE ${table.table} `),
    );
    expect(creates).toHaveLength(1);
    for (const name of table.columns.filter((text) => !text.startsWith('@'))) {
      expect(creates[0]).toMatch(new RegExp(`\\n\\s+${name} `));
    }
  });
});

describe('keys', () => {
  it.each([
    ['customers', 'email'],
    ['customers', 'id'],
    ['products', 'sku'],
    ['orders', 'id'],
    ['perf_test', 'val'],
  ])('%s.%s has no value twice', (table, name) => {
    const values = column(table, name);
    expect(new Set(values).size).toBe(values.length);
  });

  it.each([
    ['customers', 'country_code', 'countries', 'code'],
    ['customers', 'referred_by', 'customers', 'id'],
    ['categories', 'parent_id', 'categories', 'id'],
    ['products', 'category_id', 'categories', 'id'],
    ['price_history', 'product_id', 'products', 'id'],
    ['orders', 'customer_id', 'customers', 'id'],
    ['order_items', 'order_id', 'orders', 'id'],
    ['order_items', 'product_id', 'products', 'id'],
    ['reviews', 'product_id', 'products', 'id'],
    ['reviews', 'customer_id', 'customers', 'id'],
  ])('%s.%s finds its row in %s.%s', (child, childColumn, parent, parentColumn) => {
    const parents = new Set(column(parent, parentColumn));
    const orphans = column(child, childColumn).filter((value) => value !== null && !parents.has(value));
    expect(orphans).toEqual([]);
  });

  it('are unique and ascending where they are composite', () => {
    for (const name of ['order_items', 'price_history']) {
      const keys = [...tableNamed(name).rows()].map(([first, second]) =>
        [String(first).padStart(10, '0'), String(second).padStart(10, '0')].join(),
      );
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toEqual([...keys].sort());
    }
  });
});

describe('amounts', () => {
  it('the accounts hold the announced sum, none in debt', () => {
    const balances = column('accounts', 'balance').map(cents);
    expect(balances).toHaveLength(ACCOUNT_COUNT);
    expect(formatCents(sum(balances))).toBe(ACCOUNTS_SUM);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  });

  it('an order costs what its items cost', () => {
    const sizes = shopSizes(SCALE);
    const orders = [...generateOrders(sizes, listProducts(sizes))];
    const items = [...tableNamed('order_items').rows()];
    const ofItems = new Map<Value, number>();
    for (const [orderId, , , quantity, unitPrice] of items) {
      const before = ofItems.get(orderId ?? null) ?? 0;
      ofItems.set(orderId ?? null, before + Number(quantity) * cents(unitPrice ?? null));
    }
    expect(orders.map((order) => [order.id, order.totalCents])).toEqual([...ofItems]);
    expect(column('orders', 'total')).toEqual(orders.map((order) => formatCents(order.totalCents)));
  });

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [123_456, '1234.56'],
  ])('%d cents are %s', (amount, text) => {
    expect(formatCents(amount)).toBe(text);
  });
});

describe('variety', () => {
  it('names are written in seven scripts, some with characters outside the BMP', () => {
    const names = [...column('customers', 'given_name'), ...column('customers', 'nickname')].join('');
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Hangul', 'Arabic']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
    expect(names).toMatch(/\p{Extended_Pictographic}/u);
  });

  it('remarks hold tabs, line ends, backslashes and NULLs', () => {
    const remarks = column('customers', 'remark');
    expect(remarks).toContain(null);
    expect(remarks).toContain('');
    expect(remarks).toContain('\\N');
    expect(remarks.join('')).toMatch(/\t[^]*\r\n/);
  });

  it('attributes are JSON', () => {
    for (const text of column('products', 'attributes'))
      expect(JSON.parse(String(text))).toHaveProperty('colour');
  });

  it('the category tree has three levels, parents before children', () => {
    const categories = listCategories();
    const depths = new Map<number, number>();
    for (const { id, parentId } of categories) {
      depths.set(id, parentId === null ? 1 : (depths.get(parentId) ?? NaN) + 1);
    }
    expect(Math.max(...depths.values())).toBe(3);
  });

  it('values of perf_test have 108 characters', () => {
    expect(new Set(column('perf_test', 'val').map((value) => String(value).length))).toEqual(new Set([108]));
  });
});
