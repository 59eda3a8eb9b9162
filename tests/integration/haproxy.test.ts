import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { DUMP_DEFAULTS, selecting } from '../../app/contract/runs/options';
import type { RunResult } from '../../app/contract/runs/result';
import { Haproxy, type Backend, type Balance } from '../servers/haproxy';
import { testVendors } from '../servers/test-server';
import { closeGate, openGate, waitsAt, type Gate } from './harness/gate';
import { migrationOptions } from './harness/migrations';
import { OwnServer } from './harness/own-server';
import { dumpSchema, loadDump, newRegistry } from './harness/runs';
import { CRASH_CHUNK_BYTES, expectWhole, makeCrashSchema } from './load/crash-schema';

const SCHEMA = 'balanced';
const COPY = 'balanced_copy';
const GATE: Gate = { column: 'id', value: 2000 };

const registry = newRegistry();

/** Two servers of the same data that know nothing of each other, behind a real HAProxy. */
describe.each(testVendors)('HAProxy in front of two servers, %s', (vendor) => {
  let parent = '';
  let one: OwnServer;
  let other: OwnServer;
  let haproxy: Haproxy | null = null;

  beforeAll(async () => {
    [one, other] = await Promise.all([OwnServer.start(vendor), OwnServer.start(vendor)]);
    parent = await mkdtemp(join(tmpdir(), 'sluice-balanced-'));
    for (const server of [one, other])
      await server.use(async (connection) => {
        await makeCrashSchema(connection, SCHEMA);
        // Half a chunk of a table without transactions can't be rolled back within the run.
        await connection.query(`DROP TABLE ${SCHEMA}.plain`);
      });
    const wish = { ...{ vendor, schema: SCHEMA, threads: 2 }, bytesPerChunk: CRASH_CHUNK_BYTES };
    const dumped = await dumpSchema(registry, { ...wish, folder: dumpFolder(), endpoint: one.endpoint });
    expect(dumped.errors).toEqual([]);
  });

  afterEach(async () => {
    await haproxy?.stop();
    haproxy = null;
    for (const server of [one, other])
      await server.use((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`));
  });

  afterAll(async () => {
    await Promise.all([one.end(), other.end()]);
    await rm(parent, { recursive: true, force: true });
  });

  const dumpFolder = () => join(parent, 'dump');

  async function balanced(balance: Balance): Promise<Endpoint> {
    haproxy = await Haproxy.over([placeOf(one), placeOf(other)], balance);
    return { ...one.endpoint, address: { kind: 'tcp', host: '127.0.0.1', port: haproxy.port } };
  }

  /** Its own port shows whether it runs: the network before it goes on listening. */
  function placeOf({ network }: OwnServer): Backend {
    return { port: network.port, checkedAt: network.target.port };
  }

  async function hasCopy(server: OwnServer): Promise<boolean> {
    const [rows] = await server.use((plain) => plain.query<RowDataPacket[]>(`SHOW DATABASES LIKE '${COPY}'`));
    return rows.length > 0;
  }

  function expectRefused(result: RunResult): void {
    expect(result.errors[0]).toMatchObject({ code: 'unsupported-server' });
    expect(result.errors[0]?.message).toMatch(/leads to several servers/);
    expect(result.errors[0]?.hint).toMatch(/Connect to one of the servers itself/);
  }

  const load = (endpoint: Endpoint, more: Readonly<Record<string, unknown>> = {}) =>
    loadDump(registry, {
      ...{ vendor, endpoint, folder: dumpFolder(), schemaMap: { [SCHEMA]: COPY }, threads: 2 },
      ...more,
    });

  async function migrate(source: Endpoint, target: Endpoint): Promise<RunResult> {
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      { source, sourceProfile: null, target, profile: null, options: migrationOptions(SCHEMA, COPY) },
    );
    return await registry.finished(runId);
  }

  it('in turn: a dump, a load and a migration are refused before the first row', async () => {
    const endpoint = await balanced('roundrobin');
    const wish = { vendor, schema: SCHEMA, folder: join(parent, 'refused'), endpoint };
    for (const refused of [
      await dumpSchema(registry, wish),
      await load(endpoint),
      await migrate(endpoint, one.endpoint),
      await migrate(one.endpoint, endpoint),
    ]) {
      expectRefused(refused);
      expect(refused.state).toBe('failed');
    }
    expect([await hasCopy(one), await hasCopy(other)]).toEqual([false, false]);
  });

  it('by the client’s address: a dump and a load are taken, and work on one server', async () => {
    const endpoint = await balanced('source');
    const wish = { vendor, schema: SCHEMA, folder: join(parent, 'taken'), endpoint };
    expect(await dumpSchema(registry, wish)).toMatchObject({ state: 'done', errors: [] });
    expect(await load(endpoint)).toMatchObject({ state: 'done', errors: [] });
    const copies = [await hasCopy(one), await hasCopy(other)];
    expect(copies.filter(Boolean)).toHaveLength(1);
    const loaded = copies[0] === true ? one : other;
    await loaded.use((connection) => expectWhole(connection, SCHEMA, COPY));
  });

  it('another server than before, at a cancel: nobody’s statement is killed there', async () => {
    const endpoint = await balanced('first');
    const gate = await connectBeyond(one, other);
    await closeGate(gate, GATE);
    const { runId } = registry.startDump(vendor, {
      endpoint,
      folder: join(parent, 'cancelled'),
      options: {
        ...DUMP_DEFAULTS,
        selection: {
          ...selecting([{ kind: 'schema', schema: SCHEMA }]),
          where: [{ schema: SCHEMA, table: 'keyed', condition: waitsAt(GATE) }],
        },
        threads: 2,
      },
    });
    const waiting = async () =>
      (await statementsOf(gate)).filter(({ text }) => text?.includes('GET_LOCK') === true);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const ours = (await statementsOf(gate)).map(({ id }) => id).filter((id) => id !== gate.threadId);

    // Somebody else's statement under each number that the run's sessions have on the first server.
    const strangers = await strangersOn(other, { first: Math.min(...ours), last: Math.max(...ours) });
    const numbers = strangers.map(({ threadId }) => threadId);
    expect(ours.some((id) => numbers.includes(id))).toBe(true);
    const ends = strangers.map((stranger) => stranger.query('SELECT SLEEP(600) AS broken'));
    for (const end of ends) end.catch(() => undefined);
    await expect.poll(() => sleeping(other)).toBe(strangers.length);

    await haproxy?.drain(0);
    registry.cancel(runId);
    expect((await registry.finished(runId)).state).toBe('cancelled');
    expect(await sleeping(other)).toBe(strangers.length);
    for (const stranger of strangers) stranger.destroy();
    await openGate(gate, GATE);
    await gate.end();
  });

  it('another server than before, in the middle of a load: it stops, goes on with nothing there, and is resumed', async () => {
    const endpoint = await balanced('first');
    const reached = one.network.at('rows', 'hold', 6);
    const loading = load(endpoint, { indexes: 'defer', reconnectMs: 600_000 });
    await reached;
    await one.goDown();
    await haproxy?.untilSeen(0, 'DOWN');
    const failed = await loading;
    expectRefused(failed);
    expect(failed.state).toBe('incomplete');
    expect(failed.unfinished?.resume).toContain('--resume');
    expect(await hasCopy(other)).toBe(false);

    // A resume that is led there begins the whole load anew: it continues nothing.
    expect(await load(endpoint, { indexes: 'defer', resume: true })).toMatchObject({ errors: [] });
    await other.use((connection) => expectWhole(connection, SCHEMA, COPY));

    await one.comeBack();
    await haproxy?.untilSeen(0, 'UP');
    expect(await load(endpoint, { indexes: 'defer', resume: true })).toMatchObject({ errors: [] });
    await one.use((connection) => expectWhole(connection, SCHEMA, COPY));
  });

  it('another server than before, in the middle of a migration’s rows: the snapshot is lost, and nothing else is read', async () => {
    const endpoint = await balanced('first');
    // Rows that must not come.
    await other.use((connection) => connection.query(`UPDATE ${SCHEMA}.keyed SET v = 'other'`));
    const reached = one.network.at('read', 'hold', 6);
    const running = migrate(endpoint, other.endpoint);
    await reached;
    await one.goDown();
    const failed = await running;
    expect(failed.state).toBe('incomplete');
    expect(failed.errors[0]?.code).toMatch(/^(?:source-lost|unsupported-server)$/);
    const [rows] = await other.use((plain) =>
      plain.query<RowDataPacket[]>(`SELECT COUNT(*) AS strange FROM ${COPY}.keyed WHERE v = 'other'`),
    );
    expect(Number(rows[0]?.strange)).toBe(0);
    await one.comeBack();
  });

  interface Statement {
    readonly id: number;
    readonly text: string | null;
  }

  async function statementsOf(connection: Connection): Promise<readonly Statement[]> {
    const [rows] = await connection.query<RowDataPacket[]>(
      "SELECT ID AS id, INFO AS text FROM information_schema.PROCESSLIST WHERE USER NOT IN ('event_scheduler', 'system user')",
    );
    return rows.map(({ id, text }) => ({ id: Number(id), text: text as string | null }));
  }

  async function sleeping(server: OwnServer): Promise<number> {
    const statements = await server.use((plain) => statementsOf(plain));
    return statements.filter(({ text }) => text === 'SELECT SLEEP(600) AS broken').length;
  }

  /** A connection to one server whose number another server has not given yet. */
  async function connectBeyond(server: OwnServer, behind: OwnServer): Promise<Connection> {
    const given = await behind.connect();
    const last = given.threadId;
    given.destroy();
    for (;;) {
      const connection = await server.connect();
      // HAProxy's own looks at both use numbers up as well.
      if (connection.threadId > last + 50) return connection;
      connection.destroy();
    }
  }

  /** Opens connections that have the numbers from `first` to `last`, but for those that HAProxy's looks take. */
  async function strangersOn(
    server: OwnServer,
    { first, last }: { readonly first: number; readonly last: number },
  ): Promise<readonly Connection[]> {
    const strangers: Connection[] = [];
    for (let number = 0; number < last;) {
      const stranger = await server.connect();
      number = stranger.threadId;
      if (number < first) stranger.destroy();
      else strangers.push(stranger);
    }
    return strangers;
  }
});
