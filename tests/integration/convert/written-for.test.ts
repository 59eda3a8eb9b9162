import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadByClient, loadByMyloader } from '../../servers/dump-programs';
import { testServer } from '../../servers/test-server';
import { tableFingerprint } from '../../fixtures/fingerprint';
import { runSluice } from '../harness/command';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, runStatements, withPlain } from '../harness/servers';
import { dumpSchemas } from './harness';

const SCHEMA = 'written_for';
const STATEMENTS = [
  `CREATE DATABASE ${SCHEMA} CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci`,
  `USE ${SCHEMA}`,
  'CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(20), doc JSON, at TIMESTAMP(3) NULL)',
  `INSERT INTO orders VALUES (1, 'Ä', '{"a": 1.50}', '2020-01-01 10:00:00.125'), (2, NULL, NULL, NULL)`,
  'CREATE TABLE keyed (a INT, KEY expressed ((a + 1)))',
  'CREATE VIEW ranked AS SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM orders',
];

/** Real servers of other versions are asked in tests/matrix/written-for.test.ts. */
describe('a dump of MySQL, for a version', () => {
  const registry = newRegistry();
  beforeAll(async () => {
    await dropSchemas('mysql', SCHEMA);
    await runStatements('mysql', STATEMENTS);
  });
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA);
    await dropSchemas('mariadb', SCHEMA);
  });

  async function withDump(work: (folder: string, dump: string) => Promise<void>): Promise<void> {
    await withFolder(async (folder) => {
      const dump = join(folder, 'dump');
      await dumpSchemas(registry, 'mysql', dump, [SCHEMA]);
      await work(folder, dump);
    });
  }

  it('is refused where a definition can’t be, each by its name, and the rules that help are named', async () => {
    await withDump(async (folder, dump) => {
      const words = [
        'convert',
        dump,
        join(folder, 'a.sql'),
        '--format',
        'sql',
        '--for',
        'mysql:5.7',
        '--json',
      ];
      const refused = await runSluice(words, {});
      expect(refused.exitCode).toBe(5);
      expect(refused.result.errors[0]).toMatchObject({ code: 'definition-refused' });
      expect(refused.result.errors[0]?.hint).toMatch(/--fix collations/);
      const keyed = await runSluice([...words, '--fix', 'collations'], {});
      expect(keyed.result.errors[0]?.message).toMatch(
        /^written_for\.keyed: The target has no indexes of expressions: KEY `expressed`/,
      );
      expect(keyed.result.errors[0]?.message).toMatch(/\. Refused too: written_for\.ranked\.$/);
      const view = await runSluice([...words, '--fix', 'collations', '--tables', `${SCHEMA}.ranked`], {});
      expect(view.result.errors[0]?.message).toMatch(
        /^written_for\.ranked: The target has no window functions/,
      );
      const json = await runSluice(
        [
          ...words.slice(0, -3),
          '--for',
          'mysql:5.6',
          '--json',
          '--fix',
          'collations',
          '--tables',
          `${SCHEMA}.orders`,
        ],
        {},
      );
      expect(json.result.errors[0]?.message).toMatch(/^written_for\.orders: The target has no type JSON/);
      expect(readdirSync(folder)).toEqual(['dump']);
    });
  });

  it('names each change, and is the same from the server; the newest version changes nothing', async () => {
    await withDump(async (folder, dump) => {
      const options = ['--format', 'sql', '--for', 'mysql:5.7', '--fix', 'collations'];
      const choice = ['--tables', `${SCHEMA}.orders`];
      const run = await runSluice(['convert', dump, join(folder, 'a.sql'), ...options, ...choice], {});
      expect(run.output).toMatch(/utf8mb4_0900_ai_ci becomes utf8mb4_unicode_520_ci/);
      expect(run.output).toMatch(/written for MySQL 5\.7\.44 by rules/);
      const script = readFileSync(join(folder, 'a.sql'), 'utf8');
      expect(script).not.toContain('0900');
      expect(script).toMatch(/^-- Server version\t5\.7\.44$/m);
      const { host, port, user, password } = testServer('mysql');
      const words = ['dump', '--source', `mysql://${user}@${host}:${port}`, '--out', join(folder, 'b.sql')];
      const dumped = await runSluice([...words, ...options, ...choice], { SLUICE_PASSWORD: password });
      expect(dumped.output).toMatch(/Written: /);
      expect(readFileSync(join(folder, 'b.sql'), 'utf8')).toBe(script);
      await runSluice(['convert', dump, join(folder, 'plain.sql'), '--format', 'sql'], {});
      await runSluice(
        ['convert', dump, join(folder, 'new.sql'), '--format', 'sql', '--for', 'mysql:9.7'],
        {},
      );
      expect(readFileSync(join(folder, 'new.sql'), 'utf8').replace(/^-- Server version.*$/m, '')).toBe(
        readFileSync(join(folder, 'plain.sql'), 'utf8').replace(/^-- Server version.*$/m, ''),
      );
    });
  });

  it('is loaded into the other vendor by its client, by myloader and by Sluice, and equal', async () => {
    await withDump(async (folder, dump) => {
      const options = ['--for', 'mariadb:10.11', '--fix', 'collations', '--tables', `${SCHEMA}.orders`];
      const rows = async (vendor: 'mysql' | 'mariadb') =>
        await withPlain(vendor, async (connection) => {
          const { rows: count } = await tableFingerprint(connection, SCHEMA, 'orders');
          const [found] = await connection.query(
            `SELECT id, HEX(note), JSON_EXTRACT(doc, '$.a') AS a, UNIX_TIMESTAMP(at) FROM ${SCHEMA}.orders ORDER BY id`,
          );
          return [count, JSON.stringify(found)];
        });
      const before = await rows('mysql');
      const load = {
        sql: async (path: string) => expect(await loadByClient('mariadb', path)).toBe(''),
        mydumper: async (path: string) => await loadByMyloader('mariadb', path),
      };
      for (const format of ['sql', 'mydumper'] as const) {
        const out = join(folder, `out-${format}${format === 'sql' ? '.sql' : ''}`);
        const run = await runSluice(['convert', dump, out, '--format', format, ...options], {});
        expect(run.output).toMatch(/^Written: /);
        await dropSchemas('mariadb', SCHEMA);
        await load[format](out);
        expect(await rows('mariadb')).toEqual(before);
        await dropSchemas('mariadb', SCHEMA);
        const loaded = await loadDump(registry, { vendor: 'mariadb', folder: out });
        expect(loaded.errors).toEqual([]);
        expect(await rows('mariadb')).toEqual(before);
      }
    });
  });

  it.each([
    [['--format', 'sql', '--for', 'mysql:5.9'], /knows no MySQL 5\.9; it knows 5\.5, 5\.6/],
    [['--format', 'sql', '--for', 'oracle:19'], /--for/],
    [['--format', 'csv', '--for', 'mysql:5.7'], /csv is none/],
    [['--format', 'sql', '--fix', 'collations'], /which --for names/],
  ])('is a usage error with %j', async (options, message) => {
    await withFolder(async (folder) => {
      const run = await runSluice(['convert', folder, join(folder, 'out.sql'), ...options], {});
      expect(run.exitCode).toBe(2);
      expect(run.output).toMatch(message);
      expect(existsSync(join(folder, 'out.sql'))).toBe(false);
    });
  });
});
