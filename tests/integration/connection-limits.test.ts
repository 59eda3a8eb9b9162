import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { testVendors } from '../servers/test-server';
import { withGlobals } from './harness/globals';
import { migrationOptions } from './harness/migrations';
import { ofKind } from './harness/result';
import { dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { connectPlain, connectToFresh, dropSchemas, testEndpoint } from './harness/servers';

const SCHEMA = 'narrow';
const COPY = 'narrow_copy';
const MANY_SCHEMA = 'narrow_many';
/** So many that sessions beside the load’s own create them, as many as the account may have. */
const MANY_TABLES = 40;
const PASSWORD = 'Narrow-12345678';
const TABLES = ['a', 'b', 'c', 'd', 'e', 'f'];
const ROWS = 16_000;
const accountOf = (connections: number): string => `narrow_${String(connections)}`;

describe.each(testVendors)('an account with few connections, %s', (vendor) => {
  const registry = newRegistry();
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain(vendor);
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const table of TABLES) {
      await connection.query(`CREATE TABLE ${table} (id INT PRIMARY KEY, v INT, doc JSON, KEY (v))`);
      const values = Array.from({ length: 500 }, (_, id) => `(${String(id)}, ${String(id % 7)}, '{"a": 1}')`);
      await connection.query(`INSERT INTO ${table} VALUES ${values.join()}`);
      // So much that the lanes meet each other.
      for (let rows = 500; rows < ROWS; rows *= 2)
        await connection.query(`INSERT INTO ${table} SELECT id + ${String(rows)}, v, doc FROM ${table}`);
    }
    await connection.query('CREATE VIEW v AS SELECT * FROM a');
    await connection.end();
    for (const most of [1, 3, 6]) {
      await root.query(`DROP USER IF EXISTS '${accountOf(most)}'@'%'`);
      const limit = `WITH MAX_USER_CONNECTIONS ${String(most)}`;
      await root.query(`CREATE USER '${accountOf(most)}'@'%' IDENTIFIED BY '${PASSWORD}' ${limit}`);
      await root.query(`GRANT ALL ON *.* TO '${accountOf(most)}'@'%'`);
    }
  });

  beforeEach(() => dropSchemas(vendor, COPY));

  afterAll(async () => {
    for (const most of [1, 3, 6]) await root.query(`DROP USER '${accountOf(most)}'@'%'`);
    await root.end();
    await dropSchemas(vendor, SCHEMA, COPY, MANY_SCHEMA);
  });

  const endpointOf = (connections: number): Endpoint =>
    testEndpoint(vendor, { user: accountOf(connections), password: PASSWORD });

  async function dumpAs(endpoint: Endpoint, folder: string, threads = 4) {
    const options = { ...DUMP_DEFAULTS, threads, selection: selecting([{ kind: 'schema', schema: SCHEMA }]) };
    const { runId } = registry.startDump(vendor, { endpoint, folder, options });
    return ofKind(await registry.finished(runId), 'dump');
  }

  const FEWER = {
    code: 'fewer-lanes',
    message: expect.stringMatching(/max_user_connections|Too many connections/) as string,
  };

  it('dumps by one lane of four where there are three connections, and says so', async () => {
    await withFolder(async (parent) => {
      const result = await dumpAs(endpointOf(3), join(parent, 'dump'));
      expect(result).toMatchObject({
        state: 'done-with-warnings',
        rows: 6 * ROWS,
        errors: [],
        warnings: [FEWER],
      });
      expect(result.warnings[0]?.message).toMatch(/^1 of 4 lanes worked/);
      expect(result.lockHeldMs).not.toBeNull();
      const json = result.checks.find(({ kind }) => kind === 'json-types');
      if (vendor === 'mysql') expect(json?.state).toBe('not-checked');
    });
  });

  it('warns of nothing where its lanes are those that were asked for', async () => {
    await withFolder(async (parent) => {
      const result = await dumpAs(endpointOf(6), join(parent, 'dump'), 1);
      expect(result).toMatchObject({ state: 'done', rows: 6 * ROWS, errors: [], warnings: [] });
    });
  });

  it('loads by the lanes that there is room for, and says so', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpAs(testEndpoint(vendor), folder)).toMatchObject({ state: 'done' });
      const options = {
        ...LOAD_DEFAULTS,
        schemaMap: { [SCHEMA]: COPY },
        verify: 'checksum',
        indexes: 'defer',
      } as const;
      const request = { endpoint: endpointOf(3), profile: null, folder, options };
      const result = ofKind(await registry.finished(registry.startLoad(vendor, request).runId), 'load');
      expect(result).toMatchObject({
        state: 'done-with-warnings',
        rows: 6 * ROWS,
        errors: [],
        warnings: [FEWER],
      });
    });
  });

  it('loads many tables whose definitions no further session can read', async () => {
    const connection = await connectToFresh(vendor, MANY_SCHEMA);
    for (let table = 0; table < MANY_TABLES; table += 1)
      await connection.query(`CREATE TABLE t${table} (id INT PRIMARY KEY)`);
    await connection.end();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const whole = { vendor, schema: MANY_SCHEMA, folder, endpoint: testEndpoint(vendor) };
      expect(await dumpSchema(registry, whole)).toMatchObject({ errors: [] });
      const wish = { vendor, folder, schemaMap: { [MANY_SCHEMA]: COPY }, threads: 1 };
      const result = await loadDump(registry, { ...wish, endpoint: endpointOf(3) });
      expect(result).toMatchObject({ ok: true, errors: [] });
      expect(result.verdicts).toHaveLength(MANY_TABLES);
    });
  });

  it('migrates by the lanes that both servers have room for', async () => {
    const unsaved = { name: vendor, profileId: null };
    const migrate = async (source: Endpoint, target: Endpoint) => {
      const { runId } = registry.startMigrate(
        { source: unsaved, target: unsaved },
        {
          ...{ source, sourceProfile: null, target, profile: null },
          options: { ...migrationOptions(SCHEMA, COPY), threads: 4 },
        },
      );
      return ofKind(await registry.finished(runId), 'migrate');
    };
    const narrowTarget = await migrate(testEndpoint(vendor), endpointOf(3));
    expect(narrowTarget).toMatchObject({
      state: 'done-with-warnings',
      rows: 6 * ROWS,
      errors: [],
      warnings: [FEWER],
    });
    await dropSchemas(vendor, COPY);
    // MySQL's JSON is searched over one session more.
    const narrowSource = await migrate(endpointOf(vendor === 'mysql' ? 6 : 3), testEndpoint(vendor));
    expect(narrowSource).toMatchObject({
      state: 'done-with-warnings',
      rows: 6 * ROWS,
      errors: [],
      warnings: [FEWER],
    });
  });

  it('ends with what it needs where there is one connection', async () => {
    await withFolder(async (parent) => {
      const result = await dumpAs(endpointOf(1), join(parent, 'dump'));
      expect(result.errors).toMatchObject([{ code: 'connect-refused' }]);
      expect(result.errors[0]?.message).toContain('reading needs three');
      expect(result.errors[0]?.hint).toContain('MAX_USER_CONNECTIONS');
    });
  });

  it('adapts to a server that is nearly full', async () => {
    const [[row]] = await root.query<RowDataPacket[]>("SHOW STATUS LIKE 'Threads_connected'");
    const endpoint = testEndpoint(vendor, { user: accountOf(60), password: PASSWORD });
    await root.query(`DROP USER IF EXISTS '${accountOf(60)}'@'%'`);
    await root.query(`CREATE USER '${accountOf(60)}'@'%' IDENTIFIED BY '${PASSWORD}'`);
    await root.query(`GRANT SELECT, RELOAD, SHOW VIEW, TRIGGER, EVENT ON *.* TO '${accountOf(60)}'@'%'`);
    try {
      const most = Math.max(10, Number(row?.Value) + 5);
      const fillers: Connection[] = [];
      await withGlobals(root, { max_connections: most }, async () => {
        for (let left = most - Number(row?.Value) - 5; left > 0; left -= 1)
          fillers.push(await connectPlain(vendor));
        await withFolder(async (parent) => {
          const result = await dumpAs(endpoint, join(parent, 'dump'));
          expect(result).toMatchObject({ rows: 6 * ROWS, errors: [] });
          expect(result.warnings).toMatchObject([FEWER]);
        });
      });
      for (const filler of fillers) await filler.end();
    } finally {
      await root.query(`DROP USER '${accountOf(60)}'@'%'`);
    }
  });
});
