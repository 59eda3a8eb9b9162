import type { Connection } from 'mysql2/promise';

import type { Vendor } from '../../contract/connections/connection';
import { accountRows } from './accounts';
import { reviewRows, visitRows } from './tables/activity';
import { categoryRows, countryRows, listProducts, priceHistoryRows, productRows } from './tables/catalogue';
import { customerRows } from './tables/customers';
import { loadRows, type ShopProgressListener } from './load-rows';
import { CREATE_OBJECT_STATEMENTS } from './objects';
import { orderItemRows, orderRows } from './tables/orders';
import { perfTestRows } from './tables/perf-test';
import type { TableRows } from './rows';
import { ADD_INDEX_STATEMENTS, createTableStatements, SHOP_SCHEMA, shopCollation } from './schema';
import { withSessionVariables, type SessionValues } from './session-variables';
import { shopSizes } from './sizes';

/** Session variables for filling the shop, whatever the server's globals or the caller's session have. */
const LOADING_VARIABLES: SessionValues = {
  time_zone: '+00:00',
  sql_mode: 'STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',
  foreign_key_checks: 0,
  unique_checks: 0,
  autocommit: 1,
  character_set_client: 'utf8mb4',
  character_set_connection: 'utf8mb4',
  character_set_results: 'utf8mb4',
};

/** Every table of the shop that has rows, in the order in which they are loaded. */
export function shopTables(scale: number): readonly TableRows[] {
  const sizes = shopSizes(scale);
  const products = listProducts(sizes);
  return [
    countryRows,
    customerRows(sizes),
    categoryRows,
    productRows(products),
    priceHistoryRows(products),
    orderRows(sizes, products),
    orderItemRows(sizes, products),
    reviewRows(sizes),
    visitRows(sizes),
    accountRows,
    perfTestRows(sizes),
  ];
}

/**
 * Drops the `shop` schema of a server and creates it again: always the same tables, rows and objects. The practice
 * server's user has the privileges that this needs; `local_infile` must be on. The connection's current schema is the
 * shop afterwards.
 *
 * @param scale 1 gives about 200,000 orders with 500,000 items; tests use less.
 */
export async function fillShop(
  connection: Connection,
  vendor: Vendor,
  onProgress: ShopProgressListener,
  scale = 1,
): Promise<void> {
  await withSessionVariables(connection, LOADING_VARIABLES, async () => {
    await createTables(connection, vendor);
    const tables = shopTables(scale);
    for (const table of tables) await loadRows(connection, table, onProgress);
    for (const statement of ADD_INDEX_STATEMENTS) await connection.query(statement);
    for (const statement of CREATE_OBJECT_STATEMENTS) await connection.query(statement);
    await analyze(connection, tables);
  });
}

async function createTables(connection: Connection, vendor: Vendor): Promise<void> {
  await connection.query(`DROP DATABASE IF EXISTS ${SHOP_SCHEMA}`);
  await connection.query(
    `CREATE DATABASE ${SHOP_SCHEMA} DEFAULT CHARACTER SET utf8mb4 COLLATE ${shopCollation(vendor)}`,
  );
  await connection.query(`USE ${SHOP_SCHEMA}`);
  for (const statement of createTableStatements(vendor)) await connection.query(statement);
}

/** Fresh statistics, so that the sizes which the window shows are right from the first look on. */
async function analyze(connection: Connection, tables: readonly TableRows[]): Promise<void> {
  await connection.query(`ANALYZE TABLE ${tables.map(({ table }) => `\`${table}\``).join(', ')}`);
}
