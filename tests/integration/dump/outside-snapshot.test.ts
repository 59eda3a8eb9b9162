import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../app/format/read/reader';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'outside_snapshot';
const COPY = 'outside_copy';

/** Tables whose rows no snapshot holds. */
describe.each(testVendors)('tables without transactions, %s', (vendor) => {
  const engines = vendor === 'mysql' ? ['MyISAM', 'MEMORY'] : ['MyISAM', 'MEMORY', 'Aria'];

  beforeAll(() =>
    withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.pairs (id INT PRIMARY KEY) ENGINE=InnoDB`);
      for (const engine of engines)
        await connection.query(`CREATE TABLE ${SCHEMA}.in_${engine} (id INT PRIMARY KEY) ENGINE=${engine}`);
    }),
  );
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('each is named, and the dump ends with warnings', async () => {
    await withFolder(async (parent) => {
      const result = await dumpSchema(newRegistry(), {
        vendor,
        schema: SCHEMA,
        folder: join(parent, 'dump'),
      });
      expect(result.state).toBe('done-with-warnings');
      expect(result.warnings.map(({ table }) => table).sort()).toEqual(
        engines.map((engine) => `${SCHEMA}.in_${engine}`).sort(),
      );
    });
  });

  // The writer adds a number to every table before the next one, so that tables of one moment differ by one number
  // at most. It goes on until the dump has ended, and its statements must all succeed.
  it('with their writers held back they show the moment of all others, and nothing is warned of', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const writer = new Writer(await connectPlain(vendor), [
        'pairs',
        ...engines.map((engine) => `in_${engine}`),
      ]);
      const written = writer.run();
      await writer.began;
      const result = await dumpSchema(newRegistry(), {
        vendor,
        schema: SCHEMA,
        folder,
        nonTransactional: 'lock',
        threads: 2,
      });
      writer.stopped = true;
      await written;
      expect(result).toMatchObject({ state: 'done', warnings: [], errors: [] });
      const tables = (await readDump(folder)).schemas[0]?.tables ?? [];
      const rows = tables.map((table) => table.rows ?? NaN);
      expect(rows).toHaveLength(engines.length + 1);
      expect(Math.min(...rows)).toBeGreaterThan(0);
      expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(1);
      // Nobody is held back any more.
      await withPlain(vendor, async (connection) => {
        await connection.query('SET SESSION lock_wait_timeout = 5');
        for (const engine of engines)
          await connection.query(`INSERT INTO ${SCHEMA}.in_${engine} VALUES (-1)`);
      });
    });
  });

  // A writer who waits for the whole table stands before later readers: here the only writer waits for just that.
  it('are read although a writer waits for one of them', async () => {
    await withFolder(async (parent) => {
      const writer = new Writer(await connectPlain(vendor), ['in_MEMORY'], 1_000_000);
      const written = writer.run();
      await writer.began;
      const result = await dumpSchema(newRegistry(), {
        vendor,
        schema: SCHEMA,
        folder: join(parent, 'dump'),
        nonTransactional: 'lock',
      });
      writer.stopped = true;
      await written;
      expect(result).toMatchObject({ state: 'done', errors: [] });
    });
  });
});

class Writer {
  readonly began: Promise<void>;
  stopped = false;
  #tellBegan: () => void = () => undefined;
  readonly #connection: Connection;
  readonly #tables: readonly string[];
  readonly #first: number;

  constructor(connection: Connection, tables: readonly string[], first = 0) {
    this.#connection = connection;
    this.#tables = tables;
    this.#first = first;
    this.began = new Promise((resolve) => {
      this.#tellBegan = resolve;
    });
  }

  async run(): Promise<void> {
    for (let number = this.#first; !this.stopped; number += 1) {
      for (const table of this.#tables)
        await this.#connection.query(`INSERT INTO ${SCHEMA}.${table} VALUES (${number})`);
      if (number === this.#first + 10) this.#tellBegan();
    }
    await this.#connection.end();
  }
}

const DOCUMENTS = [
  `JSON_OBJECT('price', CAST(12345.67 AS DECIMAL(7,2)))`,
  `JSON_ARRAY(1, JSON_ARRAY(CAST(5 AS DECIMAL(3,0))), NOW(6))`,
  `CAST(CAST('2024-02-29' AS DATE) AS JSON)`,
  `JSON_OBJECT('a', JSON_OBJECT('b', JSON_ARRAY(_binary X'00FF')))`,
  `CAST(b'101' AS JSON)`,
  `JSON_OBJECT('text', '12.50', 'number', 12.5e0, 'when', '2024-02-29', 'no', NULL)`,
  `NULL`,
];

describe('scalars in JSON that text does not carry, mysql', () => {
  beforeAll(() =>
    withPlain('mysql', async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(
        `CREATE TABLE ${SCHEMA}.docs (id INT PRIMARY KEY, \`the \`\`j\` JSON, clean JSON)`,
      );
      await connection.query(`CREATE TABLE ${SCHEMA}.plain_docs (id INT PRIMARY KEY, clean JSON)`);
      const rows = DOCUMENTS.map((document, id) => `(${id}, ${document}, '[1, "two", 3.5]')`);
      await connection.query(`INSERT INTO ${SCHEMA}.docs VALUES ${rows.join(', ')}`);
      await connection.query(`INSERT INTO ${SCHEMA}.plain_docs SELECT id, clean FROM ${SCHEMA}.docs`);
    }),
  );
  afterAll(() => dropSchemas('mysql', SCHEMA, COPY));

  it('are counted by column and named, and come back as the same text', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dumpSchema(newRegistry(), { vendor: 'mysql', schema: SCHEMA, folder });
      expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(result.warnings).toHaveLength(1);
      expect(result.warnings[0]).toMatchObject({ code: 'json-types-change', table: `${SCHEMA}.docs` });
      expect(result.warnings[0]?.message).toBe(
        'The JSON column “the `j” holds DECIMAL in 2 documents, which come back as DOUBLE or INTEGER; ' +
          'dates or times in 2 documents, which come back as STRING; ' +
          'binary values in 2 documents, which come back as STRING.',
      );
      expect(result.checks).toMatchObject([{ kind: 'json-types', state: 'ok' }]);
      const loaded = await loadDump(newRegistry(), {
        vendor: 'mysql',
        folder,
        schemaMap: { [SCHEMA]: COPY },
      });
      expect(loaded.errors).toEqual([]);
      expect(await normalForms(COPY)).toEqual(await normalForms(SCHEMA));
    });
  });

  it('are counted of the rows that are dumped alone', async () => {
    await withFolder(async (parent) => {
      const selection = {
        include: [{ kind: 'schema' as const, schema: SCHEMA }],
        exclude: [],
        where: [{ schema: SCHEMA, table: 'docs', condition: 'id >= 4' }],
        partitions: [],
        content: 'everything' as const,
        users: [],
        excludeUsers: [],
      };
      const folder = join(parent, 'dump');
      const result = await dumpSchema(newRegistry(), { vendor: 'mysql', schema: SCHEMA, folder, selection });
      expect(result.warnings.map(({ message }) => message)).toEqual([
        'The JSON column “the `j” holds binary values in 1 document, which come back as STRING.',
      ]);
    });
  });

  it('are not counted where that is not wanted, and the result says so', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dumpSchema(newRegistry(), {
        vendor: 'mysql',
        schema: SCHEMA,
        folder,
        jsonCheck: 'none',
      });
      expect(result).toMatchObject({ state: 'done', warnings: [] });
      expect(result.checks).toMatchObject([{ kind: 'json-types', state: 'not-checked' }]);
      expect(result.checks[0]?.detail).toContain('3 JSON columns not checked');
    });
  });

  /** Documents as JSON itself tells them apart: made of their text. */
  async function normalForms(schema: string): Promise<readonly string[]> {
    return await withPlain('mysql', async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT CAST(CAST(CAST(\`the \`\`j\` AS CHAR) AS JSON) AS CHAR) AS text FROM ${schema}.docs ORDER BY id`,
      );
      return rows.map(({ text }) => String(text));
    });
  }
});
