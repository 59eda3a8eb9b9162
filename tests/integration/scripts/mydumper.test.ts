import { execFileSync } from 'child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { dumpByMydumper } from '../../servers/dump-programs';
import { loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'mydumper_copy';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

/** Folders of Debian's mydumper, which can sign in to MariaDB only with what comes with it. */
describe('a folder of mydumper', () => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas('mariadb', 'sakila');
    await withPlain('mariadb', async (connection) => {
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas('mariadb', 'sakila', COPY));

  async function withDump(words: readonly string[], work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpByMydumper('mariadb', folder, [
        '--database=sakila',
        '--triggers',
        '--routines',
        '--events',
        ...words,
      ]);
      await dropSchemas('mariadb', COPY);
      await work(folder);
    });
  }

  const load = (folder: string) =>
    loadDump(registry, { vendor: 'mariadb', folder, threads: 3, schemaMap: { sakila: COPY } });

  it.each([
    ['as it writes it', []],
    ['with several files for a table', ['--rows=100', '--statement-size=2000']],
    ['compressed', ['--compress']],
  ])('is loaded %s', async (_how, words) => {
    await withDump(words, async (folder) => {
      const loaded = await load(folder);
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      await withPlain('mariadb', async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        const source = await schemaFingerprint(connection, 'sakila');
        expect(copy.tables).toEqual(source.tables);
        // It puts a space behind each semicolon of a body, and leaves out the mode of a routine.
        expect(Object.keys(copy.objects)).toEqual(Object.keys(source.objects));
      });
      expect((await verifyDump(registry, folder)).errors).toEqual([]);
    });
  });

  it('is loaded packed by LZ4, as --exec-per-thread has it', async () => {
    await withDump(['--rows=100'], async (folder) => {
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.sql')))
        execFileSync('lz4', ['-q', '--rm', join(folder, name), join(folder, `${name}.lz4`)]);
      expect((await load(folder)).errors.map(({ message }) => message)).toEqual([]);
      await withPlain('mariadb', async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        expect(copy.tables).toEqual((await schemaFingerprint(connection, 'sakila')).tables);
      });
    });
  });

  it('is loaded with addresses and UUIDs, which the server makes of no bytes', async () => {
    const source = 'mydumper_addresses';
    await dropSchemas('mariadb', source, COPY);
    await withPlain('mariadb', async (connection) => {
      await connection.query(`CREATE DATABASE ${source}`);
      await connection.query(`CREATE TABLE ${source}.t (id INT PRIMARY KEY, u UUID, six INET6, four INET4)`);
      await connection.query(
        `INSERT INTO ${source}.t VALUES (1, '123e4567-e89b-12d3-a456-426614174000', '2001:db8::9:a5cd', '9.10.92.78'),
           (2, '00000000-0000-0000-0000-000000000000', '::', '0.0.0.0'), (3, NULL, NULL, NULL)`,
      );
    });
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpByMydumper('mariadb', folder, [`--database=${source}`]);
      const wish = { vendor: 'mariadb' as const, folder, schemaMap: { [source]: COPY } };
      expect((await loadDump(registry, wish)).errors.map(({ message }) => message)).toEqual([]);
      await withPlain('mariadb', async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, source),
        );
      });
    });
    await dropSchemas('mariadb', source);
  });

  it('is refused where it was never finished', async () => {
    await withDump([], async (folder) => {
      renameSync(join(folder, 'metadata'), join(folder, 'metadata.partial'));
      expect((await load(folder)).errors[0]).toMatchObject({ code: 'dump-incomplete' });
    });
  });

  it('is refused where a file is cut, or its rows are fewer than recorded', async () => {
    await withDump([], async (folder) => {
      const file = join(folder, readdirSync(folder).find((name) => name.startsWith('sakila.film.')) ?? '');
      const text = readFileSync(file);
      writeFileSync(file, text.subarray(0, text.length - 300));
      expect((await load(folder)).errors[0]).toMatchObject({ code: 'dump-incomplete' });
      rmSync(file);
      writeFileSync(
        join(folder, 'metadata'),
        '[`sakila`.`film`]\nrows = 1000\n# Finished dump at: 2026-11-26\n',
      );
      expect((await load(folder)).errors[0]).toMatchObject({
        code: 'dump-damaged',
        message: expect.stringMatching(/sakila\.film hold 0 rows.*1,000/) as string,
      });
    });
  });

  it('is refused with rows that no statement reads', async () => {
    await withDump([], async (folder) => {
      writeFileSync(join(folder, 'sakila.film.00007.dat'), '1\tx\n');
      expect((await load(folder)).errors[0]?.message).toMatch(/rows in sakila\.film\.00007\.dat/);
    });
  });
});
