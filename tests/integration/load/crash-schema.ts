import { copyFile, mkdir, readdir, symlink } from 'fs/promises';
import { join, resolve } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { expect } from 'vitest';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { SABOTEUR_FILE } from '../harness/runs';

/** The least: each table of the schema has several chunks. */
export const CRASH_CHUNK_BYTES = 131_072;

const ROWS = 3000;
const WIDE_COLUMNS = 40;
/** Enough for two lanes to load several of them in one transaction. */
export const SMALL_TABLES = 8;

/**
 * Tables on which a chunk that is loaded twice, or not at all, would show: with a key, without one and with rows that
 * are alike, partitioned, wide, of an engine without transactions; and all that comes after the rows.
 */
export async function makeCrashSchema(connection: Connection, schema: string): Promise<void> {
  const wide = Array.from({ length: WIDE_COLUMNS }, (_, column) => `c${column} VARCHAR(20) NOT NULL`);
  for (const statement of [
    `DROP DATABASE IF EXISTS ${schema}`,
    `CREATE DATABASE ${schema}`,
    `USE ${schema}`,
    `CREATE TABLE numbers (n INT PRIMARY KEY)`,
    `INSERT INTO numbers WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 1000) SELECT n FROM c`,
    `INSERT INTO numbers SELECT n + 1000 FROM numbers`,
    `INSERT INTO numbers SELECT n + 2000 FROM numbers WHERE n <= ${ROWS - 2000}`,
    `CREATE TABLE keyed (id INT AUTO_INCREMENT PRIMARY KEY, a INT NOT NULL, v VARCHAR(200) NOT NULL, KEY a (a), KEY v (v), UNIQUE KEY u (id, a))`,
    `INSERT INTO keyed SELECT n, n % 97, REPEAT(CHAR(97 + n % 26), 190) FROM numbers`,
    `CREATE TABLE keyless (a INT, v VARCHAR(200), KEY a (a))`,
    `INSERT INTO keyless SELECT n % 7, REPEAT('x', 190) FROM numbers`,
    `CREATE TABLE parts (id INT PRIMARY KEY, v VARCHAR(200) NOT NULL, KEY v (v)) PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (1500), PARTITION high VALUES LESS THAN MAXVALUE)`,
    `INSERT INTO parts SELECT n, REPEAT('p', 190) FROM numbers`,
    `CREATE TABLE wide (id INT PRIMARY KEY, ${wide.join(', ')}, KEY c1 (c1), KEY c2 (c2))`,
    `INSERT INTO wide SELECT n, ${wide.map((_, column) => `CONCAT('${column}-', n)`).join(', ')} FROM numbers`,
    `CREATE TABLE child (id INT PRIMARY KEY, keyed_id INT NOT NULL, CONSTRAINT child_of FOREIGN KEY (keyed_id) REFERENCES keyed (id))`,
    `INSERT INTO child SELECT n, n FROM numbers`,
    `CREATE TABLE plain (id INT PRIMARY KEY, v VARCHAR(200) NOT NULL) ENGINE=MyISAM`,
    `INSERT INTO plain SELECT n, REPEAT('m', 190) FROM numbers`,
    `CREATE VIEW seen AS SELECT id, a FROM keyed`,
    `CREATE PROCEDURE one() SELECT 1`,
    `CREATE TRIGGER told BEFORE INSERT ON child FOR EACH ROW SET NEW.keyed_id = NEW.keyed_id`,
  ])
    await connection.query(statement);
}

/** Adds tables that a load takes together: without a key, and with rows that are alike. */
export async function addSmallTables(connection: Connection, schema: string): Promise<void> {
  for (let table = 0; table < SMALL_TABLES; table += 1) {
    const name = `${schema}.small${table}`;
    await connection.query(`CREATE TABLE ${name} (v INT NOT NULL)`);
    await connection.query(`INSERT INTO ${name} SELECT n % 2 FROM ${schema}.numbers WHERE n <= 10`);
  }
}

/** The copy is the source in every byte, and nothing of the load's own is left. */
export async function expectWhole(
  connection: Connection,
  source: string,
  copy: string,
  /** Server of the copy, where it is another than the source's. */
  target = connection,
): Promise<void> {
  expect(await schemaFingerprint(target, copy)).toEqual(await schemaFingerprint(connection, source));
}

/** Returns whether a load has begun there: before its journal has a header it has made nothing that could be resumed. */
export async function hasJournal(connection: Connection, schema: string): Promise<boolean> {
  const [tables] = await connection.query<RowDataPacket[]>(
    'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, JOURNAL_TABLE],
  );
  if (tables.length === 0) return false;
  const [headers] = await connection.query<RowDataPacket[]>(
    `SELECT 1 FROM ${schema}.${JOURNAL_TABLE} WHERE kind = 'load'`,
  );
  return headers.length > 0;
}

/** The built command line with the engine that crashes on request, in a folder of its own; returns its file. */
export async function saboteurCommand(folder: string): Promise<string> {
  const dist = resolve(import.meta.dirname, '../../../dist');
  await mkdir(join(folder, 'native'), { recursive: true });
  // Copies: the program looks for its engine beside itself, where links really lead.
  const programs = (await readdir(dist)).filter((name) => /\.(?:cjs|cache)$/.test(name));
  for (const name of programs) await copyFile(join(dist, name), join(folder, name));
  await symlink(SABOTEUR_FILE, join(folder, 'native', 'sluice.node'));
  for (const name of ['napi8_shim.node', 'zstd_napi.node'])
    await symlink(join(dist, 'native', name), join(folder, 'native', name));
  return join(folder, 'cli.cjs');
}
