import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gunzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint, type SchemaFingerprint } from '../../fixtures/fingerprint';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { loadByClient } from '../../servers/dump-programs';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

/** A file of the folder has this name too. */
const OBJECTS = 'objects';
const SCHEMAS = ['split_a', 'split_z', OBJECTS];

/** A schema of every kind of object; its view reads a table of another one. */
function statementsOf(schema: string, other: string | null): readonly string[] {
  const from = other === null ? '' : `, ${other}.orders AS theirs`;
  return [
    `CREATE DATABASE ${schema}`,
    `USE ${schema}`,
    'CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(20)) ENGINE=InnoDB',
    'CREATE TABLE `odd name; x` (id INT PRIMARY KEY, n INT, FOREIGN KEY (n) REFERENCES orders (id)) ENGINE=InnoDB',
    "INSERT INTO orders VALUES (1, 'a;b'), (2, NULL)",
    'INSERT INTO `odd name; x` VALUES (5, 1)',
    `CREATE VIEW seen AS SELECT orders.id FROM orders${from}`,
    'CREATE VIEW again AS SELECT id FROM seen',
    'CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC BEGIN RETURN n * 2; END',
    'CREATE TRIGGER counts BEFORE INSERT ON orders FOR EACH ROW SET NEW.note = CONCAT(NEW.note, twice(2))',
  ];
}

describe.each(testVendors)('what %s holds, as several scripts', (vendor) => {
  const registry = newRegistry();
  afterAll(() => dropSchemas(vendor, ...SCHEMAS, TYPE_MATRIX_SCHEMA));
  beforeAll(() => dropSchemas(vendor, ...SCHEMAS));

  async function fill(...pairs: readonly (readonly [schema: string, other: string | null])[]): Promise<void> {
    await dropSchemas(vendor, ...SCHEMAS);
    await withPlain(vendor, async (connection) => {
      for (const [schema] of pairs)
        for (const statement of statementsOf(schema, null)) await connection.query(statement);
      for (const [schema, other] of pairs) {
        await connection.query(`USE ${schema}`);
        await connection.query('DROP VIEW seen');
        for (const statement of statementsOf(schema, other).slice(6, 7)) await connection.query(statement);
      }
    });
  }

  async function fingerprints(schemas: readonly string[]): Promise<readonly SchemaFingerprint[]> {
    return await withPlain(vendor, async (connection) => {
      const found: SchemaFingerprint[] = [];
      for (const schema of schemas) found.push(await schemaFingerprint(connection, schema));
      return found;
    });
  }

  const orderIn = (folder: string) =>
    readFileSync(join(folder, 'load-order.txt'), 'utf8').trimEnd().split('\n');

  /** Loads each script in a session of its own. */
  async function loadEach(folder: string): Promise<void> {
    for (const name of orderIn(folder)) expect(await loadByClient(vendor, join(folder, name))).toBe('');
  }

  const CASES = [
    {
      what: 'one a schema, after those whose tables it reads',
      split: 'schema',
      pairs: [
        ['split_a', 'split_z'],
        ['split_z', OBJECTS],
        [OBJECTS, null],
      ],
      order: ['objects0.sql', 'split_z.sql', 'split_a.sql'],
    },
    {
      what: 'one a schema, and what schemas read of each other behind them',
      split: 'schema',
      pairs: [
        ['split_a', 'split_z'],
        ['split_z', 'split_a'],
      ],
      order: ['schemas.sql', 'split_a.sql', 'split_z.sql', 'objects.sql'],
    },
    {
      what: 'one a table',
      split: 'table',
      pairs: [
        ['split_a', 'split_z'],
        ['split_z', null],
      ],
      order: [
        ...['schemas.sql', 'split_a.odd%20name%3B%20x.sql', 'split_a.orders.sql'],
        ...['split_z.odd%20name%3B%20x.sql', 'split_z.orders.sql', 'objects.sql'],
      ],
    },
  ] as const;

  it.each(CASES)(
    '$what, is loaded by the client and by Sluice, and equal',
    async ({ split, pairs, order }) => {
      await withFolder(async (folder) => {
        await fill(...pairs);
        const schemas = pairs.map(([schema]) => schema);
        const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
        await dumpSchemas(registry, vendor, dump, schemas);
        const report = await convertDump(dump, out, { split });
        expect(report.notices.join()).toContain('xargs cat < load-order.txt');
        expect(orderIn(out)).toEqual(order);
        expect(readdirSync(out).sort()).toEqual([...order, 'load-order.txt'].sort());
        const before = await fingerprints(schemas);
        await dropSchemas(vendor, ...SCHEMAS);
        await loadEach(out);
        expect(await fingerprints(schemas)).toEqual(before);
        await dropSchemas(vendor, ...SCHEMAS);
        const loaded = await loadDump(registry, { vendor, folder: out, threads: 3 });
        expect([loaded.errors, loaded.ok]).toEqual([[], true]);
        expect(await fingerprints(schemas)).toEqual(before);
      });
    },
  );

  it('packed, by any threads, have the same bytes; all types are equal again', async () => {
    await withFolder(async (folder) => {
      const schemas = [TYPE_MATRIX_SCHEMA];
      await withPlain(vendor, (connection) => createTypeMatrix(connection, vendor));
      const [one, other] = [join(folder, 'one'), join(folder, 'other')];
      await dumpSchemas(registry, vendor, one, schemas, { history: 'carry' });
      await dumpSchemas(registry, vendor, other, schemas, { history: 'carry', bytesPerChunk: 128 << 10 });
      const wish = { split: 'table', compression: { kind: 'gzip', level: 6 } } as const;
      await convertDump(one, join(folder, '1'), { ...wish, threads: 1 });
      await convertDump(other, join(folder, '4'), { ...wish, threads: 4 });
      const names = readdirSync(join(folder, '1'));
      expect(readdirSync(join(folder, '4'))).toEqual(names);
      for (const name of names)
        expect(readFileSync(join(folder, '4', name)).equals(readFileSync(join(folder, '1', name)))).toBe(
          true,
        );
      const before = await fingerprints(schemas);
      await dropSchemas(vendor, ...schemas);
      // All in one session, as the notice says.
      const scripts = orderIn(join(folder, '1')).map((name) => readFileSync(join(folder, '1', name)));
      const whole = join(folder, 'whole.sql');
      writeFileSync(whole, Buffer.concat(scripts.map((script) => gunzipSync(script))));
      expect(await loadByClient(vendor, whole)).toBe('');
      expect(await fingerprints(schemas)).toEqual(before);
    });
  });

  it('are what dump --format writes; a folder without one of them is refused', async () => {
    await withFolder(async (folder) => {
      await fill(['split_a', null]);
      const { host, port, user, password } = testServer(vendor);
      const [dump, out, dumped] = [join(folder, 'dump'), join(folder, 'out'), join(folder, 'dumped')];
      await dumpSchemas(registry, vendor, dump, ['split_a']);
      const words = ['--format', 'sql', '--split', 'table'];
      await runSluice(['convert', dump, out, ...words], {});
      const source = ['--source', `mysql://${user}@${host}:${port}`, '--schemas', 'split_a'];
      const run = await runSluice(['dump', ...source, '--out', dumped, ...words], {
        SLUICE_PASSWORD: password,
      });
      expect(run.exitCode).toBe(0);
      for (const name of readdirSync(out))
        expect(readFileSync(join(dumped, name), 'utf8')).toBe(readFileSync(join(out, name), 'utf8'));
      unlinkSync(join(out, 'split_a.orders.sql'));
      const lacking = await loadDump(registry, { vendor, folder: out });
      expect(lacking.errors[0]).toMatchObject({ code: 'dump-incomplete' });
      expect(lacking.errors[0]?.message).toMatch(/lacks split_a\.orders\.sql/);
    });
  });

  it.each([
    [['x', '--format', 'csv', '--split', 'table'], /csv is none/],
    [['-', '--format', 'sql', '--split', 'schema'], /name one, not standard output/],
  ])('are refused for %j', async (options, message) => {
    await withFolder(async (folder) => {
      const run = await runSluice(['convert', folder, ...options, '--json'], {});
      expect(run.exitCode).toBe(2);
      expect(run.output).toMatch(message);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});
