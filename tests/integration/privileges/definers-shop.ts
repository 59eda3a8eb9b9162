import type { Connection, RowDataPacket } from 'mysql2/promise';

/** A schema with an object of every kind that has a definer, of two accounts. */
export const SOURCE = 'definers_shop';
export const COPY = 'definers_copy';
export const [BOSS, CLERK] = ['definers_boss', 'definers_clerk'];

const OBJECTS = [
  `CREATE TABLE ${SOURCE}.orders (id INT PRIMARY KEY, total INT)`,
  `INSERT INTO ${SOURCE}.orders VALUES (1, 10), (2, 20)`,
  `CREATE DEFINER = '${BOSS}'@'%' VIEW ${SOURCE}.totals AS SELECT id, total FROM ${SOURCE}.orders`,
  `CREATE DEFINER = '${BOSS}'@'%' PROCEDURE ${SOURCE}.bill() SELECT 1`,
  `CREATE DEFINER = '${CLERK}'@'%' FUNCTION ${SOURCE}.tax() RETURNS INT DETERMINISTIC RETURN 19`,
  `CREATE DEFINER = '${CLERK}'@'%' TRIGGER ${SOURCE}.stamp BEFORE INSERT ON ${SOURCE}.orders FOR EACH ROW SET NEW.total = 0`,
  `CREATE DEFINER = '${BOSS}'@'%' EVENT ${SOURCE}.purge ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

const DEFINERS = `SELECT TABLE_NAME AS name, DEFINER AS definer FROM information_schema.VIEWS WHERE TABLE_SCHEMA = '${COPY}'
  UNION ALL SELECT ROUTINE_NAME, DEFINER FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = '${COPY}'
  UNION ALL SELECT TRIGGER_NAME, DEFINER FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '${COPY}'
  UNION ALL SELECT EVENT_NAME, DEFINER FROM information_schema.EVENTS WHERE EVENT_SCHEMA = '${COPY}'`;

/** Definers by object where one account is that of all. */
export const ofAll = (account: string) => ({
  ...{ totals: account, bill: account, tax: account, stamp: account, purge: account },
});
export const KEPT = { ...ofAll(`${BOSS}@%`), tax: `${CLERK}@%`, stamp: `${CLERK}@%` };

/** Creates the schema anew, and its two accounts. */
export async function createShop(root: Connection): Promise<void> {
  await root.query(`DROP DATABASE IF EXISTS ${SOURCE}`);
  await root.query(`CREATE DATABASE ${SOURCE}`);
  for (const user of [BOSS, CLERK]) {
    await root.query(`CREATE USER IF NOT EXISTS '${user}'@'%'`);
    await root.query(`GRANT ALL ON ${SOURCE}.* TO '${user}'@'%'`);
  }
  for (const statement of OBJECTS) await root.query(statement);
}

export async function dropShop(root: Connection): Promise<void> {
  for (const schema of [SOURCE, COPY]) await root.query(`DROP DATABASE IF EXISTS ${schema}`);
  for (const user of [BOSS, CLERK]) await root.query(`DROP USER IF EXISTS '${user}'@'%'`);
}

/** Reads the definer of each object of the copy. */
export async function definersOfCopy(root: Connection): Promise<Readonly<Record<string, unknown>>> {
  const [rows] = await root.query<RowDataPacket[]>(DEFINERS);
  return Object.fromEntries(rows.map(({ name, definer }) => [name as string, definer as unknown]));
}
