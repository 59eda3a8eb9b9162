import { execFileSync } from 'child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { dumpByClient, dumpByMydumper } from '../../servers/dump-programs';
import { dumpSchema, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { writeZip } from '../harness/zip';

const COPY = 'folder_copy';
const VENDOR = 'mariadb';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

describe('a folder of scripts', () => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas(VENDOR, 'sakila', COPY);
    await withPlain(VENDOR, async (connection) => {
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas(VENDOR, 'sakila', COPY));

  const load = (folder: string, schema = 'sakila') =>
    loadDump(registry, { vendor: VENDOR, folder, threads: 3, schemaMap: { [schema]: COPY } });

  async function expectRefused(folder: string, code: string, message: RegExp): Promise<void> {
    await dropSchemas(VENDOR, COPY);
    const { errors } = await load(folder, 'scripts');
    expect(errors[0]).toMatchObject({ code, message: expect.stringMatching(message) as string });
    await withPlain(VENDOR, async (connection) => {
      const [found] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(found).toEqual([]);
    });
  }

  /** A folder in which one work is done, and nothing is beside it. */
  async function withScripts(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'scripts');
      mkdirSync(folder);
      await work(folder);
    });
  }

  it('is loaded as one dump, with a script for each table, packed in any way', async () => {
    await withScripts(async (folder) => {
      const tables = await withPlain(VENDOR, async (connection) => {
        const [found] = await connection.query<RowDataPacket[]>(
          `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'sakila' AND table_type = 'BASE TABLE'`,
        );
        return found.map(({ name }) => String(name));
      });
      for (const table of tables)
        await dumpByClient(VENDOR, join(folder, `${table}.sql`), ['--skip-triggers', 'sakila', table]);
      await dumpByClient(VENDOR, join(folder, 'aa-rest.sql'), [
        ...['--no-data', '--no-create-info', '--triggers', '--routines', '--events', 'sakila'],
      ]);
      const views = ['customer_list', 'film_list', 'nicer_but_slower_film_list', 'staff_list'];
      const more = ['sales_by_store', 'sales_by_film_category', 'actor_info'];
      await dumpByClient(VENDOR, join(folder, 'views.sql'), ['--skip-triggers', 'sakila', ...views, ...more]);
      const [one = '', two = '', three = ''] = readdirSync(folder).slice(1);
      execFileSync('gzip', [join(folder, one)]);
      execFileSync('xz', [join(folder, two)]);
      writeZip(join(folder, `${three}.zip`), [{ name: three, bytes: readFileSync(join(folder, three)) }]);
      rmSync(join(folder, three));
      writeFileSync(join(folder, 'README.md'), 'nothing');
      await dropSchemas(VENDOR, COPY);
      const loaded = await load(folder);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain(VENDOR, async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, 'sakila'),
        );
      });
      expect((await verifyDump(registry, folder)).errors).toEqual([]);
    });
  });

  it('is loaded with scripts that name no schema into one that is called as it', async () => {
    await withScripts(async (folder) => {
      writeFileSync(join(folder, '1-rows.sql'), 'INSERT INTO t VALUES (1),(2);\n');
      writeFileSync(join(folder, '2-tables.sql'), 'CREATE TABLE t (id INT PRIMARY KEY);\n');
      await dropSchemas(VENDOR, COPY);
      expect((await load(folder, 'scripts')).errors).toEqual([]);
      await withPlain(VENDOR, async (connection) => {
        const [rows] = await connection.query(`SELECT COUNT(*) AS n FROM ${COPY}.t`);
        expect(rows).toEqual([{ n: 2 }]);
      });
    });
  });

  it('is refused where one of the scripts is cut, or fills a table that none creates', async () => {
    await withScripts(async (folder) => {
      writeFileSync(join(folder, 'a.sql'), 'CREATE TABLE t (id INT PRIMARY KEY);\n');
      writeFileSync(join(folder, 'b.sql'), 'INSERT INTO t VALUES (1),(2');
      await expectRefused(folder, 'dump-incomplete', /b\.sql ends within/);
      writeFileSync(join(folder, 'b.sql'), 'INSERT INTO u VALUES (1);\n');
      await expectRefused(folder, 'target-missing', /table is not there/);
    });
  });

  it('is refused with rows of another kind, links out of it, and folders of other dumps that lack their list', async () => {
    await withScripts(async (folder) => {
      writeFileSync(join(folder, 't.sql'), 'CREATE TABLE t (id INT PRIMARY KEY);\n');
      writeFileSync(join(folder, 'u.csv'), '1\n');
      await expectRefused(folder, 'dump-unsupported', /holds u\.csv beside its scripts/);
      rmSync(join(folder, 'u.csv'));
      writeFileSync(join(folder, 't.parquet'), 'PAR1');
      await expectRefused(folder, 'dump-unsupported', /holds t\.parquet beside its scripts/);
      rmSync(join(folder, 't.parquet'));
      symlinkSync('/etc/passwd', join(folder, 'z.sql'));
      await expectRefused(folder, 'dump-unsupported', /z\.sql is a link to a file outside/);
      rmSync(join(folder, 'z.sql'));
      mkdirSync(join(folder, 'z.sql'));
      await expectRefused(folder, 'dump-unsupported', /z\.sql is named like a file of the dump/);
    });
    await withFolder(async (parent) => {
      const mydumper = join(parent, 'mydumper');
      await dumpByMydumper(VENDOR, mydumper, ['--database=sakila']);
      renameSync(join(mydumper, 'metadata'), join(parent, 'metadata'));
      await expectRefused(mydumper, 'dump-incomplete', /mydumper without its file “metadata”/);
      const ours = join(parent, 'ours');
      await dumpSchema(registry, { vendor: VENDOR, schema: 'sakila', folder: ours });
      rmSync(join(ours, '@.json'));
      await expectRefused(ours, 'not-a-dump', /holds no @\.json/);
    });
  });
});
