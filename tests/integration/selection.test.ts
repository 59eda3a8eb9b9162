import { readdir, readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import {
  selecting,
  type DumpOptions,
  type IncludeRule,
  type Selection,
} from '../../app/contract/runs/options';
import { checkSelection } from '../../app/source/selection/selection';
import { testVendors } from '../servers/test-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const ONE = 'pick_one';
const TWO = 'pick_two';
const COPY = 'pick_copy';

async function run(connection: Connection, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.query(statement);
}

describe.each(testVendors)('objects of a selection, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      for (const schema of [ONE, TWO, COPY]) await run(connection, `DROP DATABASE IF EXISTS ${schema}`);
      for (const schema of [ONE, TWO]) {
        const rows = Array.from({ length: 1000 }, (_, id) => `(${id}, ${id % 10})`).join(', ');
        await run(
          connection,
          `CREATE DATABASE ${schema}`,
          `CREATE TABLE ${schema}.orders (id INT PRIMARY KEY, state INT)`,
          `CREATE TABLE ${schema}.tmp_orders (id INT PRIMARY KEY)`,
          `CREATE TABLE ${schema}.log (id INT PRIMARY KEY, state INT) PARTITION BY RANGE (id)
             (PARTITION p0 VALUES LESS THAN (100), PARTITION p1 VALUES LESS THAN (300),
              PARTITION p2 VALUES LESS THAN MAXVALUE)`,
          `CREATE TABLE ${schema}.sub (id INT PRIMARY KEY) PARTITION BY RANGE (id) SUBPARTITION BY HASH (id)
             (PARTITION s0 VALUES LESS THAN (10) (SUBPARTITION s0a, SUBPARTITION s0b),
              PARTITION s1 VALUES LESS THAN MAXVALUE (SUBPARTITION s1a, SUBPARTITION s1b))`,
          `INSERT INTO ${schema}.orders VALUES ${rows}`,
          `INSERT INTO ${schema}.log VALUES ${rows}`,
          `INSERT INTO ${schema}.sub SELECT id FROM ${schema}.orders WHERE id < 20`,
          `CREATE VIEW ${schema}.open_orders AS SELECT id FROM ${schema}.orders WHERE state = 0`,
          `CREATE TRIGGER ${schema}.stamp BEFORE INSERT ON ${schema}.orders FOR EACH ROW SET NEW.state = NEW.state`,
          `CREATE TRIGGER ${schema}.audit AFTER INSERT ON ${schema}.orders FOR EACH ROW SET @x = 1`,
          `CREATE PROCEDURE ${schema}.tidy() SELECT 1`,
          `CREATE EVENT ${schema}.nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
        );
      }
    });
  });

  afterAll(() => dropSchemas(vendor, ONE, TWO, COPY));

  const dump = (folder: string, include: readonly IncludeRule[], more: Partial<Selection> = {}) =>
    dumpSchema(newRegistry(), {
      vendor,
      schema: ONE,
      folder,
      threads: 2,
      bytesPerChunk: 131_072,
      selection: { ...selecting(include), ...more },
    });

  /** Contents of the folder by its own documents. */
  async function held(folder: string, schema: string) {
    const document = JSON.parse(await readFile(join(folder, `${schema}.json`), 'utf8')) as Record<
      'tables' | 'views' | 'events' | 'procedures',
      readonly string[]
    >;
    const { tables, views, events, procedures } = document;
    return { tables, views, events, procedures };
  }

  async function triggersOf(folder: string, schema: string, table: string): Promise<readonly string[]> {
    const text = await readFile(join(folder, `${schema}@${table}.json`), 'utf8');
    return (JSON.parse(text) as { triggers: readonly string[] }).triggers;
  }

  it('follows patterns over schemas and tables, and lets what is left out win', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dump(folder, [{ kind: 'schema', schema: 'pick_*' }], {
        exclude: [
          { kind: 'table', schema: '%', name: 'tmp%' },
          { kind: 'event', schema: TWO, name: 'nightly' },
          { kind: 'trigger', schema: TWO, name: 'audit' },
          { kind: 'routine', schema: ONE, name: '*' },
        ],
      });
      expect(result.errors).toEqual([]);
      expect(await held(folder, ONE)).toEqual({
        tables: ['log', 'orders', 'sub'],
        views: ['open_orders'],
        events: ['nightly'],
        procedures: [],
      });
      expect(await held(folder, TWO)).toMatchObject({ events: [], procedures: ['tidy'] });
      expect([...(await triggersOf(folder, ONE, 'orders'))].sort()).toEqual(['audit', 'stamp']);
      expect(await triggersOf(folder, TWO, 'orders')).toEqual(['stamp']);
    });
  });

  it('takes only the rows of a condition and of the wished partitions, and loads them', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const tables = ['orders', 'log', 'sub'].map((name) => ({ kind: 'table' as const, schema: ONE, name }));
      const result = await dump(folder, tables, {
        where: [
          { schema: ONE, table: 'orders', condition: 'state = 3 OR id < 10 -- both' },
          { schema: ONE, table: 'log', condition: 'state <> 1' },
        ],
        partitions: [
          { schema: ONE, table: 'log', partitions: ['p1'] },
          { schema: ONE, table: 'sub', partitions: ['s0', 's1b'] },
        ],
      });
      expect(result).toMatchObject({ ok: true, errors: [] });
      const loaded = await loadDump(newRegistry(), { vendor, folder, schemaMap: { [ONE]: COPY } });
      expect(loaded).toMatchObject({ ok: true, errors: [] });
      expect(await counts(COPY)).toEqual(
        await withPlain(vendor, async (connection) => ({
          orders: await count(connection, `${ONE}.orders WHERE state = 3 OR id < 10`),
          log: await count(connection, `${ONE}.log PARTITION (p1) WHERE state <> 1`),
          sub: await count(connection, `${ONE}.sub PARTITION (s0, s1b)`),
        })),
      );
      await dropSchemas(vendor, COPY);
    });
  });

  it('adds up the partitions that are wished of one table, however many times', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dump(folder, [{ kind: 'table', schema: ONE, name: 'log' }], {
        partitions: [
          { schema: ONE, table: 'log', partitions: ['p0'] },
          { schema: ONE, table: 'log', partitions: ['p1', 'p0'] },
        ],
      });
      expect(result).toMatchObject({ ok: true, errors: [], rows: 300 });
    });
  });

  it('takes definitions alone, then rows alone, and the two loads make the whole', async () => {
    await withFolder(async (parent) => {
      const [structure, data] = [join(parent, 'structure'), join(parent, 'data')];
      const whole: readonly IncludeRule[] = [{ kind: 'schema', schema: ONE }];
      const exclude: Selection['exclude'] = [{ kind: 'trigger', schema: ONE, name: '%' }];
      expect(await dump(structure, whole, { content: 'structure', exclude })).toMatchObject({
        ok: true,
        rows: 0,
      });
      expect(await dump(data, whole, { content: 'data' })).toMatchObject({ ok: true });
      expect((await readdir(data)).filter((name) => name.endsWith('.sql'))).toEqual(['@.post.sql', '@.sql']);
      expect((await readdir(structure)).filter((name) => name.includes('.tsv'))).toEqual([]);
      const schemaMap = { [ONE]: COPY };
      const early = await loadDump(newRegistry(), { vendor, folder: data, schemaMap });
      expect(early.errors[0]).toMatchObject({ code: 'target-missing' });
      expect(await loadDump(newRegistry(), { vendor, folder: structure, schemaMap })).toMatchObject({
        ok: true,
      });
      expect(await loadDump(newRegistry(), { vendor, folder: data, schemaMap })).toMatchObject({ ok: true });
      const again = await loadDump(newRegistry(), { vendor, folder: data, schemaMap });
      expect(again.errors[0]).toMatchObject({ code: 'target-exists' });
      expect(await counts(COPY)).toEqual(await counts(ONE));
      await dropSchemas(vendor, COPY);
    });
  });

  it.each<[string, readonly IncludeRule[], Partial<Selection>, object]>([
    [
      'a table that is not there',
      [{ kind: 'table', schema: ONE, name: 'ordres' }],
      {},
      { code: 'unknown-table', table: `${ONE}.ordres` },
    ],
    [
      'a pattern that nothing matches',
      [{ kind: 'table', schema: ONE, name: 'x%' }],
      {},
      { code: 'unknown-table' },
    ],
    [
      'a routine that is not there',
      [{ kind: 'routine', schema: ONE, name: 'x' }],
      {},
      { code: 'unknown-object' },
    ],
    [
      'a condition on a table that is left out',
      [{ kind: 'table', schema: ONE, name: 'log' }],
      { where: [{ schema: ONE, table: 'orders', condition: '1' }] },
      { code: 'unknown-table', table: `${ONE}.orders` },
    ],
    [
      'a condition on an unknown column',
      [{ kind: 'schema', schema: ONE }],
      { where: [{ schema: ONE, table: 'orders', condition: 'stat = 1' }] },
      { code: 'condition-refused', table: `${ONE}.orders`, errno: 1054 },
    ],
    [
      'a condition that would leave its parentheses',
      [{ kind: 'schema', schema: ONE }],
      { where: [{ schema: ONE, table: 'orders', condition: 'id < 5) OR (1' }] },
      { code: 'condition-refused', errno: 1064 },
    ],
    [
      'a condition that would hide the rest of the statement',
      [{ kind: 'schema', schema: ONE }],
      { where: [{ schema: ONE, table: 'orders', condition: 'id < 5 /* ' }] },
      { code: 'condition-refused', errno: 1064 },
    ],
    [
      'two conditions on one table, of which either might be meant to hold',
      [{ kind: 'schema', schema: ONE }],
      {
        where: [
          { schema: ONE, table: 'orders', condition: 'id > 5' },
          { schema: ONE, table: 'orders', condition: 'id > 15' },
        ],
      },
      { code: 'usage', table: `${ONE}.orders` },
    ],
    [
      'a selection that leaves out all schemas that it takes',
      [{ kind: 'schema', schema: ONE }],
      { exclude: [{ kind: 'schema', schema: ONE }] },
      {
        code: 'usage',
        message: 'The selection includes nothing: everything that it includes is also excluded.',
      },
    ],
    [
      'a table that is both taken and left out',
      [{ kind: 'table', schema: ONE, name: 'log' }],
      { exclude: [{ kind: 'table', schema: ONE, name: 'log' }] },
      {
        code: 'usage',
        message: 'The selection includes nothing: everything that it includes is also excluded.',
      },
    ],
    [
      'a schema of the server itself',
      [{ kind: 'schema', schema: 'mysql' }],
      {},
      {
        code: 'unknown-schema',
        message: 'The schema “mysql” belongs to the server itself and is never taken.',
      },
    ],
    [
      'an account to be left out that is not there',
      [{ kind: 'schema', schema: ONE }],
      { users: ['sluice@%'], excludeUsers: ['slucie@localhost'] },
      { code: 'unknown-object', message: 'There is no account “slucie@localhost”.' },
    ],
    [
      'a partition that is not there',
      [{ kind: 'schema', schema: ONE }],
      { partitions: [{ schema: ONE, table: 'log', partitions: ['p9'] }] },
      { code: 'unknown-object', table: `${ONE}.log` },
    ],
  ])('refuses %s before it writes anything', async (_, include, more, failure) => {
    await withFolder(async (parent) => {
      const result = await dump(join(parent, 'dump'), include, more);
      expect(result.errors[0]).toMatchObject(failure);
      expect(result.lockHeldMs).toBeNull();
      expect(await readdir(parent)).toEqual([]);
    });
  });

  it('refuses names to be left out that do not exist, and asks for the one that was meant', async () => {
    await withFolder(async (parent) => {
      const result = await dump(join(parent, 'dump'), [{ kind: 'schema', schema: ONE }], {
        exclude: [
          { kind: 'table', schema: ONE, name: 'Ordres' },
          { kind: 'event', schema: ONE, name: 'secret' },
          { kind: 'table', schema: ONE, name: 'cache_%' },
        ],
      });
      expect(result).toMatchObject({ state: 'failed', rows: 0, lockHeldMs: null });
      expect(result.errors).toMatchObject([{ code: 'unknown-table', table: `${ONE}.Ordres` }]);
      expect(result.errors[0]?.message).toContain(`Nor is there: event “${ONE}.secret”.`);
      expect(result.errors[0]?.hint).toContain(`“${ONE}.orders”`);
      expect(await readdir(parent)).toEqual([]);
    });
  });

  it('ends with a warning where a schema holds nothing', async () => {
    await withPlain(vendor, (connection) => run(connection, `CREATE DATABASE ${COPY}`));
    await withFolder(async (parent) => {
      const result = await dump(join(parent, 'dump'), [{ kind: 'schema', schema: COPY }]);
      expect(result).toMatchObject({ ok: true, errors: [], tables: 0 });
      expect(result.warnings).toMatchObject([{ code: 'unknown-object' }]);
      expect(result.warnings[0]?.message).toContain(`“${COPY}”`);
    });
    await dropSchemas(vendor, COPY);
  });

  it('leaves the server’s own schemas out also where that is asked for', async () => {
    const session = await connect(testEndpoint(vendor));
    const { schemas } = await checkSelection(session, {
      ...selecting([{ kind: 'schema', schema: ONE }]),
      exclude: ['mysql', 'information_schema'].map((schema) => ({ kind: 'schema' as const, schema })),
    }).finally(() => session.close());
    expect(schemas).toEqual([ONE]);
  });

  it('asks for the account that was meant', async () => {
    await withFolder(async (parent) => {
      const users = ['Slucie@%', 'nothing@like.it'].map((name) => name.replace('%', '\\%'));
      const result = await dump(join(parent, 'dump'), [{ kind: 'schema', schema: ONE }], { users });
      expect(result.errors).toMatchObject([{ code: 'unknown-object' }]);
      expect(result.errors[0]?.message).toContain('Nor is there: account “nothing@like.it”.');
      expect(result.errors[0]?.hint).toContain('Did you mean “sluice@%”?');
    });
  });

  it('says which patterns match nothing, and continues', async () => {
    const session = await connect(testEndpoint(vendor));
    const { scope } = await checkSelection(session, {
      ...selecting([
        { kind: 'schema', schema: ONE },
        { kind: 'table', schema: ONE, name: 'none_%' },
      ]),
      exclude: [{ kind: 'table', schema: ONE, name: 'cache_%' }],
    }).finally(() => session.close());
    expect(scope).toContain(`Includes: schema “${ONE}”, `);
    expect(scope).toContain(
      `Nothing matches the table pattern “${ONE}.none_%” or the table pattern “${ONE}.cache_%”.`,
    );
  });

  it('keeps, strips and replaces definers', async () => {
    await withFolder(async (parent) => {
      const script = async (name: string, definers: DumpOptions['definers']) => {
        const folder = join(parent, name);
        const result = await dumpSchema(newRegistry(), { vendor, schema: ONE, folder, definers });
        expect(result).toMatchObject({ ok: true });
        const files = [`${ONE}.sql`, `${ONE}@open_orders.sql`, `${ONE}@orders.triggers.sql`];
        return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
      };
      const definers = (text: string) => text.match(/DEFINER=`[^`]*`@`[^`]*`/g) ?? [];
      expect(definers(await script('kept', { kind: 'keep' }))).toHaveLength(5);
      expect(definers(await script('stripped', { kind: 'strip' }))).toEqual([]);
      const schemaMap = { [ONE]: COPY };
      const loaded = await loadDump(newRegistry(), { vendor, folder: join(parent, 'stripped'), schemaMap });
      expect(loaded).toMatchObject({ ok: true, errors: [] });
      await dropSchemas(vendor, COPY);
      const replaced = await script('replaced', { kind: 'replace', user: 'app', host: '%' });
      expect(definers(replaced)).toEqual(Array.from({ length: 5 }, () => 'DEFINER=`app`@`%`'));
    });
  });

  async function counts(schema: string): Promise<Record<string, number>> {
    return await withPlain(vendor, async (connection) => ({
      orders: await count(connection, `${schema}.orders`),
      log: await count(connection, `${schema}.log`),
      sub: await count(connection, `${schema}.sub`),
    }));
  }
});

async function count(connection: Connection, from: string): Promise<number> {
  const [rows] = await connection.query(`SELECT COUNT(*) AS n FROM ${from}`);
  return (rows as { n: number }[])[0]?.n ?? -1;
}
