import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadOptions, type LoadSelection } from '../../../app/contract/runs/options';
import type { RunResult } from '../../../app/contract/runs/result';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'chosen';
const COPY = 'chosen_copy';
const ORDERS = 3000;
const registry = newRegistry();

/** A schema in which everything leans on `orders`. */
const DEFINITIONS = [
  `CREATE DATABASE ${SCHEMA}`,
  `USE ${SCHEMA}`,
  'CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(50))',
  `CREATE TABLE orders (id INT PRIMARY KEY AUTO_INCREMENT, customer INT NOT NULL, total INT, pad CHAR(120) DEFAULT '${'x'.repeat(120)}',
     KEY by_customer (customer), CONSTRAINT positive CHECK (total >= 0),
     CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES customers (id))`,
  'CREATE TABLE items (id INT PRIMARY KEY, o INT, CONSTRAINT of_order FOREIGN KEY (o) REFERENCES orders (id))',
  'CREATE TABLE audit (n INT) ENGINE=InnoDB',
  'CREATE TABLE tmp_one (id INT PRIMARY KEY)',
  'CREATE TABLE tmp_two (id INT PRIMARY KEY)',
  `INSERT INTO customers WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 500)
     SELECT id, CONCAT('customer ', id) FROM n`,
  'INSERT INTO orders (customer, total) SELECT c.id, c.id FROM customers c, (SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6) x',
  'INSERT INTO items SELECT id, id FROM orders',
  'INSERT INTO tmp_one VALUES (1)',
  'CREATE VIEW big AS SELECT id, total AS orders FROM orders',
  'CREATE PROCEDURE tidy() DELETE FROM tmp_one',
  'CREATE FUNCTION twice(a INT) RETURNS INT DETERMINISTIC RETURN a * 2',
  'CREATE TRIGGER note_order BEFORE INSERT ON orders FOR EACH ROW INSERT INTO audit VALUES (1)',
];

describe.each(testVendors)('selection of a load, %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await withPlain(vendor, async (connection) => {
      for (const statement of DEFINITIONS) await connection.query(statement);
    });
  });

  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function withDump(work: (folder: string, connection: Connection) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, bytesPerChunk: 131_072 });
      expect(dumped.errors).toEqual([]);
      await withPlain(vendor, (connection) => work(folder, connection));
    });
  }

  const load = (folder: string, options: Partial<LoadOptions> = {}): Promise<RunResult> =>
    loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY }, ...options });
  const selection = (more: Partial<LoadSelection>): LoadSelection => ({
    ...LOAD_DEFAULTS.selection,
    ...more,
  });
  const table = (name: string) => ({ kind: 'table', schema: SCHEMA, name }) as const;

  it('takes a table whose parent does not come, and says that its foreign key is not proved', async () => {
    await withDump(async (folder, connection) => {
      const child = { selection: selection({ include: [table('items')] }) };
      const result = await load(folder, child);
      expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(result.warnings).toMatchObject([
        {
          ...{ code: 'orphaned-rows', table: `${COPY}.items` },
          message: expect.stringMatching(/of_order was not proved: .*orders/) as unknown,
        },
      ]);
      expect(result.verdicts[0]?.checks).toContainEqual(
        expect.objectContaining({ kind: 'foreign-keys', state: 'not-checked' }),
      );
      const [tables] = await connection.query(`SHOW TABLES FROM ${COPY}`);
      expect(tables).toHaveLength(1);
      // Its parent may come later.
      const parents = await load(folder, {
        selection: selection({ include: [table('customers'), table('orders')] }),
      });
      expect(parents).toMatchObject({ errors: [] });
      await expect(connection.query(`INSERT INTO ${COPY}.items VALUES (1000000, 1000000)`)).rejects.toThrow(
        /foreign key constraint/,
      );
    });
  });

  it('takes tables and routines by name and pattern, and leaves the rest out of plan and target', async () => {
    await withDump(async (folder, connection) => {
      const wish = selection({
        exclude: [
          table('tmp\\_%'),
          table('big'),
          { kind: 'routine', schema: SCHEMA, name: 'ti*' },
          { kind: 'trigger', schema: SCHEMA, name: 'note_order' },
          table('no_such_%'),
        ],
      });
      const options = { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY }, selection: wish };
      const plan = await planLoad(
        { endpoint: testEndpoint(vendor), profile: null, folder, options },
        new Cancellation(),
      );
      expect(plan.tables.map((one) => one.table).sort()).toEqual(['audit', 'customers', 'items', 'orders']);
      expect(plan.schemas).toMatchObject([{ views: 0, routines: 1, triggers: 0 }]);
      const loaded = await load(folder, { selection: wish });
      expect(loaded).toMatchObject({
        ok: true,
        errors: [],
        tables: 4,
        warnings: [],
      });
      expect(await namesIn(connection, COPY)).toEqual({
        tables: ['audit', 'customers', 'items', 'orders'],
        routines: ['twice'],
        triggers: [],
      });
    });
  });

  it('refuses a name that the dump does not hold, and a selection that leaves nothing', async () => {
    await withDump(async (folder) => {
      expect(await load(folder, { selection: selection({ include: [table('order')] }) })).toMatchObject({
        ok: false,
        errors: [{ code: 'unknown-table', hint: expect.stringContaining(`“${SCHEMA}.orders”`) as unknown }],
      });
      expect(await load(folder, { selection: selection({ exclude: [table('no_such')] }) })).toMatchObject({
        ok: false,
        targetState: 'untouched',
        errors: [{ code: 'unknown-table' }],
      });
      expect(await load(folder, { schemaMap: { [`${SCHEMA}x`]: COPY } })).toMatchObject({
        ok: false,
        targetState: 'untouched',
        errors: [{ code: 'unknown-schema', hint: expect.stringContaining(`“${SCHEMA}”`) as unknown }],
      });
      // One that resembles none: the dump has a single one to say.
      expect(await load(folder, { schemaMap: { script: COPY } })).toMatchObject({
        errors: [{ code: 'unknown-schema', hint: expect.stringContaining(`only schema`) as unknown }],
      });
      const nothing = selection({ exclude: [{ kind: 'schema', schema: '*' }] });
      expect(await load(folder, { selection: nothing })).toMatchObject({ errors: [{ code: 'usage' }] });
    });
  });

  it('loads a table beside its original: constraints and foreign keys get along, rows and triggers are right', async () => {
    await withDump(async (folder, connection) => {
      const loaded = await load(folder, {
        schemaMap: {},
        selection: selection({
          include: [table('orders'), table('items')],
          exclude: [{ kind: 'trigger', schema: SCHEMA, name: '%' }],
        }),
        tableRenames: [
          { schema: SCHEMA, table: 'orders', to: 'orders before' },
          { schema: SCHEMA, table: 'items', to: 'items_before' },
        ],
      });
      expect(loaded).toMatchObject({ ok: true, errors: [], rows: 2 * ORDERS });
      expect(await countIn(connection, SCHEMA, 'orders before')).toBe(ORDERS);
      expect(await createOf(connection, SCHEMA, 'items_before')).toContain(
        'REFERENCES `orders before` (`id`)',
      );
      expect(await createOf(connection, SCHEMA, 'orders before')).toContain('CONSTRAINT `of_customer_2`');
      expect(await createOf(connection, SCHEMA, 'orders')).toContain('CONSTRAINT `of_customer` FOREIGN KEY');
      const checks = loaded.verdicts.flatMap((verdict) => verdict.checks);
      expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
      expect(checks.filter(({ kind }) => kind === 'foreign-keys')).toHaveLength(2);
      await connection.query(`DROP TABLE ${SCHEMA}.items_before, ${SCHEMA}.\`orders before\``);
    });
  });

  it('gives a trigger to the table under its new name, and puts nothing over what is there', async () => {
    await withDump(async (folder, connection) => {
      const wish = {
        selection: selection({ exclude: [table('big')] }),
        tableRenames: [{ schema: SCHEMA, table: 'orders', to: 'purchases' }],
      };
      expect(await load(folder, wish)).toMatchObject({ ok: true, errors: [] });
      const [triggers] = await connection.query<RowDataPacket[]>(
        'SELECT EVENT_OBJECT_TABLE AS t FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?',
        [COPY],
      );
      expect(triggers).toEqual([{ t: 'purchases' }]);
      const beside = {
        selection: selection({ include: [table('orders')] }),
        tableRenames: [{ schema: SCHEMA, table: 'orders', to: 'more' }],
      };
      const refused = await load(folder, beside);
      expect(refused.errors).toMatchObject([{ code: 'target-exists', table: `${COPY}.more` }]);
      expect(refused.errors[0]?.message).toContain('note_order');
    });
  });

  it('refuses by name to rename what a view or a trigger names, and does not touch the target', async () => {
    await withDump(async (folder, connection) => {
      const view = await load(folder, {
        tableRenames: [{ schema: SCHEMA, table: 'orders', to: 'purchases' }],
      });
      expect(view.errors).toMatchObject([{ code: 'unsupported-object', table: `${SCHEMA}.orders` }]);
      expect(view.errors[0]?.message).toContain(`view “${SCHEMA}.big”`);
      const trigger = await load(folder, { tableRenames: [{ schema: SCHEMA, table: 'audit', to: 'log' }] });
      expect(trigger.errors[0]?.message).toContain(`trigger “${SCHEMA}.note_order”`);
      const [schemas] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(schemas).toEqual([]);
      const routine = await load(folder, {
        tableRenames: [{ schema: SCHEMA, table: 'tmp_one', to: 'tmp_1' }],
      });
      expect(routine).toMatchObject({ ok: true, state: 'done-with-warnings' });
      expect(routine.warnings[0]?.message).toContain('procedure tidy');
    });
  });

  it('definitions first, then the rows into a table that was partitioned meanwhile', async () => {
    await withDump(async (folder, connection) => {
      const structure = await load(folder, { selection: selection({ content: 'structure' }) });
      expect(structure).toMatchObject({ ok: true, errors: [], rows: 0 });
      expect(await namesIn(connection, COPY)).toEqual(await namesIn(connection, SCHEMA));
      await connection.query(`ALTER TABLE ${COPY}.customers RENAME COLUMN name TO name`);
      await connection.query(`ALTER TABLE ${COPY}.items DROP FOREIGN KEY of_order`);
      await connection.query(`ALTER TABLE ${COPY}.items ADD INDEX by_order (o)`);
      await connection.query(
        `ALTER TABLE ${COPY}.items PARTITION BY RANGE (id)
           (PARTITION low VALUES LESS THAN (1000), PARTITION high VALUES LESS THAN MAXVALUE)`,
      );
      const before = await createOf(connection, COPY, 'items');
      const data = await load(folder, { selection: selection({ content: 'data' }) });
      expect(data).toMatchObject({ ok: true, errors: [], rows: 2 * ORDERS + 500 + 1 });
      expect(await createOf(connection, COPY, 'items')).toBe(before);
      expect(await countIn(connection, COPY, 'items PARTITION (low)')).toBe(999);
      // Its trigger did not fire for the rows that were loaded, and is there again.
      expect(await countIn(connection, COPY, 'audit')).toBe(0);
      expect((await namesIn(connection, COPY)).triggers).toEqual(['note_order']);
      expect(data.verdicts.find((one) => one.table === 'items')?.decisions?.[0]).toContain(
        'its indexes stay',
      );
      expect((await load(folder, { selection: selection({ content: 'data' }) })).errors).toMatchObject([
        { code: 'target-exists' },
      ]);
    });
  });

  it.each<[string, readonly string[]]>([
    ['missing', []],
    ['another', ['note_order']],
  ])('leaves a trigger that is %s on the target so where only rows are loaded', async (_how, triggers) => {
    await withDump(async (folder, connection) => {
      const structure = selection({
        content: 'structure',
        exclude: [{ kind: 'trigger', schema: SCHEMA, name: '%' }],
      });
      expect(await load(folder, { selection: structure })).toMatchObject({ ok: true });
      for (const trigger of triggers)
        await connection.query(
          `CREATE TRIGGER ${COPY}.${trigger} BEFORE INSERT ON ${COPY}.orders FOR EACH ROW SET NEW.total = 7`,
        );
      const data = await load(folder, { selection: selection({ content: 'data' }) });
      expect(data).toMatchObject({ ok: true, errors: [], rows: 2 * ORDERS + 500 + 1 });
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT COUNT(*) AS fired FROM ${COPY}.orders WHERE total = 7 AND customer <> 7`,
      );
      expect(rows[0]?.fired).toBe(0);
      expect((await namesIn(connection, COPY)).triggers).toEqual(triggers);
      expect(data.checks).toContainEqual({
        ...{ kind: 'definition', state: 'not-checked' },
        detail: expect.stringContaining('note_order') as unknown,
      });
    });
  });

  it('adds the dump’s rows to those of a table: counted before and after, a key that is taken is an error', async () => {
    await withDump(async (folder, connection) => {
      const orders = selection({
        include: [table('orders')],
        exclude: [{ kind: 'trigger', schema: SCHEMA, name: '%' }],
      });
      const wish = { selection: orders, onExisting: 'append' } as const;
      await connection.query(`CREATE DATABASE ${COPY}`);
      await connection.query(
        `CREATE TABLE ${COPY}.orders (id INT PRIMARY KEY, customer INT, total INT, pad CHAR(120))`,
      );
      await connection.query(
        `INSERT INTO ${COPY}.orders VALUES (100001, 1, 1, 'mine'), (100002, 1, 1, 'mine')`,
      );
      const plan = await planLoad(
        {
          endpoint: testEndpoint(vendor),
          profile: null,
          folder,
          options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY }, ...wish },
        },
        new Cancellation(),
      );
      expect(plan).toMatchObject({ conflicts: [], tables: [{ action: 'append' }] });
      const loaded = await load(folder, wish);
      expect(loaded).toMatchObject({ ok: true, errors: [] });
      expect(await countIn(connection, COPY, 'orders')).toBe(ORDERS + 2);
      expect(loaded.verdicts[0]?.checks[0]?.detail).toBe(
        '3,002 rows counted in the target, 2 before, 3,000 in the dump',
      );
      const again = await load(folder, wish);
      expect(again).toMatchObject({ ok: false });
      expect(again.errors[0]).toMatchObject({ table: `${COPY}.orders`, errno: 1062 });
      expect(again.errors[0]?.chunk).toMatch(/^chosen@orders@/);
      expect(await countIn(connection, COPY, 'orders')).toBe(ORDERS + 2);
      expect(await rollBackLoad(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } })).toMatchObject({
        ok: true,
      });
      await connection.query(`DELETE FROM ${COPY}.orders WHERE id < ${ORDERS}`);
      expect(await load(folder, { ...wish, threads: 1 })).toMatchObject({ ok: false });
      const stayed = (await countIn(connection, COPY, 'orders')) - 3;
      expect(stayed).toBeGreaterThan(0);
      const taken = await rollBackLoad(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(taken).toMatchObject({ ok: true, state: 'done-with-warnings' });
      expect(taken.warnings[0]?.message).toContain(`keeps ${stayed.toLocaleString('en')} rows of it`);
      expect(await countIn(connection, COPY, 'orders')).toBe(stayed + 3);
      await connection.query(`ALTER TABLE ${COPY}.orders ENGINE=MyISAM`);
      const refused = await load(folder, wish);
      expect(refused.errors).toMatchObject([{ code: 'target-exists', table: `${COPY}.orders` }]);
      expect(refused.errors[0]?.message).toContain('MyISAM');
    });
  });

  it('leaves what is there as it is where that is asked for: views, routines and tables', async () => {
    await withDump(async (folder, connection) => {
      await connection.query(`CREATE DATABASE ${COPY}`);
      await connection.query(`CREATE VIEW ${COPY}.big AS SELECT 7 AS mine`);
      await connection.query(`CREATE PROCEDURE ${COPY}.tidy() SELECT 'mine'`);
      expect(await load(folder, { onExisting: 'skip' })).toMatchObject({ errors: [] });
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM ${COPY}.big`);
      expect(rows).toEqual([{ mine: 7 }]);
      const [routines] = await connection.query<RowDataPacket[]>(`SHOW CREATE PROCEDURE ${COPY}.tidy`);
      expect(JSON.stringify(routines)).toContain("SELECT 'mine'");
      expect((await namesIn(connection, COPY)).routines).toEqual(['tidy', 'twice']);
    });
  });

  it('is said to the command in the dump’s own words', async () => {
    await withDump(async (folder, connection) => {
      const { host, port, user, password } = testServer(vendor);
      const to = [
        '--target',
        `mysql://${user}@${host}:${port}`,
        '--dump',
        folder,
        '--schema-map',
        `${SCHEMA}=${COPY}`,
      ];
      const run = (...more: readonly string[]) =>
        runSluice(['load', ...to, '--json', ...more], { SLUICE_PASSWORD: password });
      const renamed = await run(
        ...['--tables', `${SCHEMA}.tmp*`, '--exclude-tables', `${SCHEMA}.tmp\\_two`],
        ...['--rename', `${SCHEMA}.tmp_one=${COPY}.kept`],
      );
      expect(renamed).toMatchObject({ exitCode: 0, result: { ok: true, tables: 1 } });
      expect((await namesIn(connection, COPY)).tables).toEqual(['kept']);
      const elsewhere = await run('--rename', `${SCHEMA}.tmp_one=elsewhere.kept`);
      expect(elsewhere).toMatchObject({ exitCode: 2, result: { errors: [{ code: 'usage' }] } });
      expect((await run('--ddl-only', '--data-only')).exitCode).toBe(2);
    });
  });
});

async function namesIn(connection: Connection, schema: string) {
  const names = async (view: string, column: string, of: string) => {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT ${column} AS name FROM information_schema.${view} WHERE ${of} = ? ORDER BY name`,
      [schema],
    );
    return rows.map(({ name }) => String(name));
  };
  return {
    tables: await names('TABLES', 'TABLE_NAME', 'TABLE_SCHEMA'),
    routines: await names('ROUTINES', 'ROUTINE_NAME', 'ROUTINE_SCHEMA'),
    triggers: await names('TRIGGERS', 'TRIGGER_NAME', 'TRIGGER_SCHEMA'),
  };
}

async function countIn(connection: Connection, schema: string, table: string): Promise<number> {
  const [name = '', ...rest] = table.includes(' PARTITION ') ? table.split(' PARTITION ') : [table];
  const partition = rest.map((one) => ` PARTITION ${one}`).join('');
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT COUNT(*) AS n FROM \`${schema}\`.\`${name}\`${partition}`,
  );
  return Number(rows[0]?.n);
}

async function createOf(connection: Connection, schema: string, table: string): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${schema}\`.\`${table}\``);
  return String(rows[0]?.['Create Table']);
}
