import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { ControlSessions } from '../../../app/catalog/session/sessions';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { Watchdog } from '../../../app/target/session/watchdog';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { RoundRobin } from '../harness/round-robin';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';

const SOURCE = 'balancer_source';
const COPY = 'balancer_copy';
/** Enough looks for a session to be given up, were it looked for on the wrong server. */
const LOOKS = 5;
const LOOK_EVERY_MS = 100;
/** The engine's watch asks over a connection that it keeps: it must not have one before the balancer leads elsewhere. */
const LANES_LOOK_EVERY_MS = 1000;
const STRANGERS_WORK = 'SELECT SLEEP(3600)';

const registry = newRegistry();

describe.each(testVendors)('a load balancer over two servers, %s', (vendor) => {
  let parent = '';
  let first: OwnServer;
  let second: OwnServer;
  let balancer: RoundRobin;
  let stranger: Connection | null = null;

  beforeAll(async () => {
    [first, second] = await Promise.all([OwnServer.start(vendor), OwnServer.start(vendor)]);
    parent = await mkdtemp(join(tmpdir(), 'sluice-balancer-'));
    const source = await connectPlain(vendor);
    await source.query(`DROP DATABASE IF EXISTS ${SOURCE}`);
    await source.query(`CREATE DATABASE ${SOURCE}`);
    await source.query(`CREATE TABLE ${SOURCE}.t (id INT PRIMARY KEY, v INT NOT NULL, KEY v (v))`);
    await source.query(`INSERT INTO ${SOURCE}.t VALUES (1, 1), (2, 2), (3, 3)`);
    await source.end();
    const dumped = await dumpSchema(registry, { vendor, schema: SOURCE, folder: join(parent, 'dump') });
    expect(dumped.errors).toEqual([]);
  });

  afterAll(async () => {
    await Promise.all([first.end(), second.end()]);
    await dropSchemas(vendor, SOURCE);
    await rm(parent, { recursive: true, force: true });
  });

  beforeEach(async () => {
    balancer = await RoundRobin.over([placeOf(first)]);
    await letFirstRunAhead();
  });

  afterEach(async () => {
    stranger?.destroy();
    stranger = null;
    await balancer.close();
  });

  it('leads the watch to the other server: a control session at work is waited for', async () => {
    const cancellation = new Cancellation();
    const sessions = new ControlSessions(endpoint(), cancellation);
    const session = await sessions.open();
    const id = session.server.connectionId;
    const statement = session.run('DO SLEEP(3600)').then(
      () => 'ended',
      () => 'ended by the server',
    );
    await expect.poll(() => workOf(first, id)).toBe('DO SLEEP(3600)');
    balancer.lead([placeOf(second)]);
    const told: string[] = [];
    const watch = new Watchdog(endpoint(), session, LOOK_EVERY_MS, (text) => told.push(text));
    await lookedOften();
    watch.stop();
    expect(told).toEqual([]);
    expect(await workOf(first, id)).toBe('DO SLEEP(3600)');
    await first.use((connection) => connection.query(`KILL QUERY ${id}`));
    expect(await statement).toMatch(/^ended/);
    await session.run('DO 0');
    await sessions.close();
  });

  it('leads a cancel to the other server: the session ends, and a stranger with its number does not', async () => {
    const cancellation = new Cancellation();
    const sessions = new ControlSessions(endpoint(), cancellation);
    const session = await sessions.open();
    const id = session.server.connectionId;
    await letStrangerWork(id);
    const statement = session.run('DO SLEEP(3600)').then(
      () => 'ended',
      () => 'cut',
    );
    await expect.poll(() => workOf(first, id)).toBe('DO SLEEP(3600)');
    balancer.lead([placeOf(second)]);
    cancellation.cancel();
    expect(await statement).toBe('cut');
    expect(await workOf(second, id)).toBe(STRANGERS_WORK);
    await sessions.close();
    await first.use((connection) => connection.query(`KILL ${id}`).catch(() => undefined));
  });

  it('leads to both servers in turn: a cancel finds the statement and kills it', async () => {
    const cancellation = new Cancellation();
    const sessions = new ControlSessions(endpoint(), cancellation);
    const session = await sessions.open();
    const id = session.server.connectionId;
    await letStrangerWork(id);
    const statement = session.run('DO SLEEP(3600)').catch(() => undefined);
    await expect.poll(() => workOf(first, id)).toBe('DO SLEEP(3600)');
    balancer.lead([placeOf(first), placeOf(second)]);
    cancellation.cancel();
    await statement;
    await expect.poll(() => workOf(first, id)).not.toBe('DO SLEEP(3600)');
    expect(await workOf(second, id)).toBe(STRANGERS_WORK);
    await sessions.close();
  });

  it('leads the watch of the lanes to the other server: an index build is waited for', async () => {
    const { runId, blocker } = await startBlockedLoad();
    balancer.lead([placeOf(second)]);
    await lookedOften();
    balancer.lead([placeOf(first)]);
    await blocker.query('ROLLBACK');
    await blocker.end();
    const { state, errors, retries } = await registry.finished(runId);
    expect({ state, errors, retries }).toEqual({ state: 'done', errors: [], retries: 0 });
    expect(logOf(runId)).not.toMatch(/gone silent/);
  });

  it('leads a cancel of a load to the other server: it ends, and no stranger does', async () => {
    const { runId, blocker, lane } = await startBlockedLoad();
    await letStrangerWork(lane);
    balancer.lead([placeOf(second)]);
    registry.cancel(runId);
    await registry.finished(runId);
    expect(registry.view(runId).state).not.toBe('done');
    expect(await workOf(second, lane)).toBe(STRANGERS_WORK);
    await blocker.end();
  });

  /** A load whose index build waits for a lock that `blocker` holds, in the connection `lane`. */
  async function startBlockedLoad(): Promise<{ runId: string; blocker: Connection; lane: number }> {
    await first.use((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`));
    const { runId } = registry.startLoad(vendor, {
      endpoint: endpoint(),
      profile: null,
      folder: join(parent, 'dump'),
      silenceMs: LANES_LOOK_EVERY_MS,
      options: { ...LOAD_DEFAULTS, schemaMap: { [SOURCE]: COPY }, threads: 2, indexes: 'defer' },
    });
    const blocker = await first.connect();
    await blocker.query('START TRANSACTION');
    await expect
      .poll(
        () =>
          blocker.query(`SELECT * FROM ${COPY}.t`).then(
            () => true,
            () => false,
          ),
        { interval: 2 },
      )
      .toBe(true);
    await expect.poll(buildingLane).toBeGreaterThan(0);
    return { runId, blocker, lane: await buildingLane() };
  }

  async function buildingLane(): Promise<number> {
    return await first.use(async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        "SELECT ID AS id FROM information_schema.PROCESSLIST WHERE INFO LIKE 'ALTER TABLE%' AND STATE LIKE '%metadata lock'",
      );
      return Number(rows[0]?.id ?? 0);
    });
  }

  /** So that the second server has given none of the numbers that the first one gives from now on. */
  async function letFirstRunAhead(): Promise<void> {
    const { threadId } = await second.use((connection) => Promise.resolve(connection));
    while ((await first.use((connection) => Promise.resolve(connection))).threadId < threadId + 50);
  }

  /** On the second server, in a connection of this number. */
  async function letStrangerWork(id: number): Promise<void> {
    for (;;) {
      const connection = await second.connect();
      if (connection.threadId === id) {
        stranger = connection;
        break;
      }
      expect(connection.threadId).toBeLessThan(id);
      await connection.end();
    }
    stranger.query(STRANGERS_WORK).catch(() => undefined);
    await expect.poll(() => workOf(second, id)).toBe(STRANGERS_WORK);
  }

  async function workOf(server: OwnServer, id: number): Promise<string | null> {
    return await server.use(async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT INFO AS info FROM information_schema.PROCESSLIST WHERE ID = ?',
        [id],
      );
      return (rows[0]?.info as string | undefined) ?? null;
    });
  }

  async function lookedOften(): Promise<void> {
    const before = balancer.connections;
    await expect.poll(() => balancer.connections).toBeGreaterThan(before + LOOKS);
  }

  function placeOf(server: OwnServer): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: server.network.port };
  }

  function endpoint(): Endpoint {
    return { ...first.endpoint, address: { kind: 'tcp', host: '127.0.0.1', port: balancer.port } };
  }

  function logOf(runId: string): string {
    return registry
      .view(runId)
      .log.map(({ text }) => text)
      .join('\n');
  }
});
