import { execFileSync } from 'child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpByMydumper } from '../../servers/dump-programs';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'mydumper_corners';

/** Folders of Debian's mydumper, which can sign in to MariaDB only with what comes with it. */
describe('a folder of mydumper', () => {
  const registry = newRegistry();
  let connection: Connection;
  beforeEach(async () => {
    connection = await connectToFresh('mariadb', SCHEMA);
  });
  afterEach(async () => {
    await connection.end();
    await dropSchemas('mariadb', SCHEMA);
  });

  async function withDump(words: readonly string[], work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpByMydumper('mariadb', folder, [`--database=${SCHEMA}`, ...words]);
      await work(folder);
    });
  }

  async function load(folder: string): Promise<readonly string[]> {
    const { errors } = await loadDump(registry, { vendor: 'mariadb', folder });
    return errors.map(({ message }) => message);
  }

  const rowsOf = async (statement: string) =>
    (await connection.query({ sql: statement, rowsAsArray: true }))[0];

  it('keeps the number 0 of an AUTO_INCREMENT column, as myloader does', async () => {
    await connection.query("SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
    await connection.query('CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v INT)');
    await connection.query('INSERT INTO t VALUES (0, 10), (1, 11), (2, 12)');
    await withDump([], async (folder) => {
      await dropSchemas('mariadb', SCHEMA);
      expect(await load(folder)).toEqual([]);
      expect(await rowsOf(`SELECT * FROM ${SCHEMA}.t ORDER BY id`)).toEqual([
        [0, 10],
        [1, 11],
        [2, 12],
      ]);
    });
  });

  it('is loaded with programs that end in a comment', async () => {
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query("CREATE PROCEDURE p() BEGIN SELECT 1; -- one;\n SELECT ';\n'; END -- bye");
    await connection.query('CREATE PROCEDURE q() BEGIN SELECT 2; END');
    await connection.query('CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW BEGIN SET @a = 1; END # end');
    await connection.query('CREATE EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO BEGIN SELECT 1; END -- event');
    await withDump(['--routines', '--triggers', '--events'], async (folder) => {
      await dropSchemas('mariadb', SCHEMA);
      expect(await load(folder)).toEqual([]);
      expect(
        await rowsOf(
          `SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = '${SCHEMA}' UNION
           SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '${SCHEMA}' UNION
           SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = '${SCHEMA}' ORDER BY 1`,
        ),
      ).toEqual([['e'], ['p'], ['q'], ['tr']]);
    });
  });

  it('of rows alone fills the tables of the schema that its files name', async () => {
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, b VARCHAR(9))');
    await connection.query("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
    await withDump(['--no-schemas'], async (folder) => {
      await connection.query('TRUNCATE t');
      expect(await load(folder)).toEqual([]);
      expect(await rowsOf('SELECT * FROM t ORDER BY id')).toEqual([
        [1, 'a'],
        [2, 'b'],
      ]);
    });
  });

  it('is held to the number of rows that stands in a file for each table', async () => {
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await withDump([], async (folder) => {
      await dropSchemas('mariadb', SCHEMA);
      writeFileSync(join(folder, `${SCHEMA}.t-metadata`), '3');
      expect(await load(folder)).toMatchObject([expect.stringMatching(/hold 2 rows.*3/)]);
      writeFileSync(join(folder, `${SCHEMA}.t-metadata`), '2');
      expect(await load(folder)).toEqual([]);
    });
  });

  const inPlaceOfFiles: readonly (readonly [name: string, put: (path: string) => void])[] = [
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe that nobody writes into', (path) => void execFileSync('mkfifo', [path])],
    ['a link out of the dump', (path) => symlinkSync('/etc/passwd', path)],
  ];

  it.each(inPlaceOfFiles)('is refused with %s in the place of a file', async (_name, put) => {
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await withDump([], async (folder) => {
      await dropSchemas('mariadb', SCHEMA);
      const kept = join(dirname(folder), 'kept');
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        renameSync(path, kept);
        put(path);
        expect(await load(folder)).toMatchObject([expect.stringContaining(name)]);
        rmSync(path, { recursive: true });
        renameSync(kept, path);
      }
      expect(await load(folder)).toEqual([]);
    });
  });
});
