import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { shareOf } from '../../fixtures/extent';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { JOURNAL_TABLE } from '../../../app/target/journal/journal-table';
import { testServer, testVendors } from '../../servers/test-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { FaultyNetwork, type Fault, type Moment } from '../harness/faulty-network';
import { CRASH_CHUNK_BYTES, expectWhole, hasJournal, makeCrashSchema } from './crash-schema';
import { ofKind } from '../harness/result';

const SOURCE = 'network_source';
const COPY = 'network_copy';
/** Longer than any test: what ends a load then is something else. */
const FOR_EVER_MS = 3_600_000;

interface LoadWay {
  readonly throughNetwork?: boolean;
  readonly silenceMs?: number;
}

/** For tests in which nothing else ends a silence; a busy machine may then take a connection for lost that is not, and go on. */
const IMPATIENT: LoadWay = { silenceMs: 300 };

const registry = newRegistry();

describe.each(testVendors)('a network that breaks in the middle of a load, %s', (vendor) => {
  let parent = '';
  let folder = '';
  let watcher: Connection;
  let network: FaultyNetwork;

  beforeAll(async () => {
    watcher = await connectPlain(vendor);
    await makeCrashSchema(watcher, SOURCE);
    // Half a chunk of a table without transactions can't be rolled back within the run: see crash.test.ts.
    await watcher.query(`DROP TABLE ${SOURCE}.plain`);
    parent = await mkdtemp(join(tmpdir(), 'sluice-network-'));
    folder = join(parent, 'dump');
    const wish = { vendor, schema: SOURCE, folder, threads: 2, bytesPerChunk: CRASH_CHUNK_BYTES };
    expect((await dumpSchema(registry, wish)).errors).toEqual([]);
  });

  afterAll(async () => {
    await watcher.end();
    await dropSchemas(vendor, SOURCE, COPY);
    await rm(parent, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    network = await FaultyNetwork.to(testServer(vendor));
  });

  afterEach(() => network.close());

  function startLoad(
    options: Partial<LoadOptions> = {},
    { throughNetwork = true, silenceMs }: LoadWay = {},
  ): string {
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const more = throughNetwork ? ({ address, tls: { mode: 'disabled' } } as const) : {};
    return registry.startLoad(vendor, {
      endpoint: testEndpoint(vendor, more),
      profile: null,
      folder,
      ...(silenceMs !== undefined && { silenceMs }),
      options: {
        ...LOAD_DEFAULTS,
        schemaMap: { [SOURCE]: COPY },
        threads: 2,
        indexes: 'defer',
        reconnectMs: FOR_EVER_MS,
        ...options,
      },
    }).runId;
  }

  async function expectDone(runId: string): Promise<void> {
    const { errors, state } = await registry.finished(runId);
    expect({ errors, state }).toEqual({ errors: [], state: 'done' });
    await expectWhole(watcher, SOURCE, COPY);
  }

  async function retriesOf(runId: string): Promise<number> {
    return (await registry.finished(runId)).retries;
  }

  it('swallows the reply to a COMMIT: the journal has the chunk, and it is not loaded again', async () => {
    const lost = network.at('commit', 'lose-reply', 6);
    const runId = startLoad();
    await lost;
    await expectDone(runId);
    expect(await retriesOf(runId)).toBe(1);
  });

  it.each(
    shareOf<readonly [Moment, Fault]>(
      [
        ['rows', 'lose-reply'],
        ['index', 'lose-reply'],
        ['count', 'lose-reply'],
      ],
      vendor === 'mariadb',
    ),
  )('cuts one connection, at %s: the load goes on with another', async (moment, fault) => {
    const cut = network.at(moment, fault);
    const runId = startLoad();
    await cut;
    await expectDone(runId);
    expect(await retriesOf(runId)).toBe(1);
  });

  it('cuts the connection that tries definitions: nothing of the trial is left, and nothing was touched', async () => {
    const cut = network.at('trial', 'lose-reply');
    const { errors, targetState } = ofKind(await registry.finished(startLoad()), 'load');
    await cut;
    expect(errors).toMatchObject([{ code: 'connect-lost' }]);
    expect(targetState).toBe('untouched');
    const [left] = await watcher.query("SHOW DATABASES LIKE 'sluice\\_%'");
    expect(left).toEqual([]);
  });

  it('restarts: the same run continues', async () => {
    const reached = network.at('rows', 'hold', 5);
    const runId = startLoad();
    await reached;
    network.cut();
    // Until a lane has met the cut.
    await expect.poll(() => logOf(runId)).toMatch(/was rolled back; retrying/);
    network.mend();
    await expectDone(runId);
  });

  it('leads to a server that has lost a commit: the load stops at once, and --resume loads what is missing', async () => {
    const reached = network.at('rows', 'hold', 9);
    const runId = startLoad();
    await reached;
    network.cut();
    const { table, chunks } = await undoCommits();
    network.mend();
    const { state, errors } = await registry.finished(runId);
    expect(state).toBe('incomplete');
    expect(errors).toMatchObject([{ code: 'commits-lost', table }]);
    expect(chunks).toContain(errors[0]?.chunk);
    await expectDone(startLoad({ resume: true }));
  });

  it.each(shareOf<Moment>(['rows', 'commit', 'index', 'count'], vendor === 'mariadb'))(
    'swallows everything on one connection, from %s on: the lane does not wait for ever',
    async (moment) => {
      const silent = network.at(moment, 'silence', 2);
      const runId = startLoad({}, IMPATIENT);
      await silent;
      await expectDone(runId);
      expect(await retriesOf(runId)).toBeGreaterThan(0);
      expect(logOf(runId)).toMatch(/has gone silent, and the server does not work for it any more/);
    },
  );

  it('swallows everything, for good: the load ends as incomplete and can be resumed', async () => {
    const reached = network.at('commit', 'hold', 3);
    const runId = startLoad({ reconnectMs: 0 }, IMPATIENT);
    await reached;
    network.silence();
    const { state, errors } = await registry.finished(runId);
    expect(state).toBe('incomplete');
    expect(errors[0]?.code).toMatch(/^connect-(?:lost|refused)$/);
    expect(logOf(runId)).toMatch(/has gone silent, and the server can't be reached/);
    expect(await hasJournal(watcher, COPY)).toBe(true);
    await endCutOffSessions();
    await expectDone(startLoad({ resume: true }, { throughNetwork: false }));
  });

  it('holds back one COMMIT: a cancel ends the load, and resuming it ends its session on the server', async () => {
    const held = network.at('commit', 'hold', 3);
    // Nobody but the cancel ends the lane's wait.
    const runId = startLoad({}, { silenceMs: FOR_EVER_MS });
    await held;
    registry.cancel(runId);
    expect(await registry.finished(runId)).toMatchObject({ state: 'cancelled', errors: [] });
    await expectDone(startLoad({ resume: true }));
  });

  it('swallows everything: a cancel ends the load, which can be resumed', async () => {
    const reached = network.at('rows', 'hold', 3);
    const runId = startLoad({}, IMPATIENT);
    await reached;
    network.silence();
    registry.cancel(runId);
    expect(await registry.finished(runId)).toMatchObject({ state: 'cancelled', errors: [] });
    await endCutOffSessions();
    await expectDone(startLoad({ resume: true }, { throughNetwork: false }));
  });

  it('swallows everything on the control connection: what was made until then is rolled back', async () => {
    const silent = network.at('table', 'silence', 3);
    const runId = startLoad({}, IMPATIENT);
    await silent;
    const { state, errors } = await registry.finished(runId);
    expect(state).toBe('failed');
    expect(errors[0]?.code).toBe('connect-lost');
    expect(logOf(runId)).toMatch(/The control connection has gone silent/);
    const [schemas] = await watcher.query('SHOW DATABASES LIKE ?', [COPY]);
    expect(schemas).toEqual([]);
  });

  it('swallows everything on the control connection after the rows: the same run continues', async () => {
    const silent = network.at('foreign-key', 'silence');
    const runId = startLoad({}, IMPATIENT);
    await silent;
    await expectDone(runId);
    expect(logOf(runId)).toMatch(/The control connection has gone silent/);
  });

  it('leads to a server that has lost a commit, after the rows: the load says so, and --resume loads it', async () => {
    const reached = network.at('foreign-key', 'hold');
    const runId = startLoad();
    await reached;
    network.cut();
    const { table } = await undoCommits();
    network.mend();
    const { state, errors } = await registry.finished(runId);
    expect(state).toBe('incomplete');
    expect(errors).toMatchObject([{ code: 'commits-lost', table }]);
    await expectDone(startLoad({ resume: true }));
  });

  /** Leaves the server as one on which no chunk of a table was committed, neither its rows nor the journal's entry. */
  async function undoCommits(): Promise<{ readonly table: string; readonly chunks: readonly string[] }> {
    const [entries] = await watcher.query<RowDataPacket[]>(
      `SELECT CONVERT(name USING utf8mb4) AS name FROM ${COPY}.${JOURNAL_TABLE} WHERE kind = 'chunk'`,
    );
    const names = entries.map(({ name }) => /^`(.*)`\.`(.*)`\/(.*)$/.exec(String(name)) ?? []);
    const table = names[0]?.[2] ?? '';
    await watcher.query(`DELETE FROM ${COPY}.${table}`);
    const key = `\`${COPY}\`.\`${table}\`/%`;
    await watcher.query(`DELETE FROM ${COPY}.${JOURNAL_TABLE} WHERE kind = 'chunk' AND name LIKE ?`, [key]);
    const chunks = names.filter(([, , of]) => of === table).map(([, , , chunk = '']) => chunk);
    return { table: `${COPY}.${table}`, chunks };
  }

  /** The server does not notice for long that nobody is behind a connection: a resumed load waits for that. */
  async function endCutOffSessions(): Promise<void> {
    const [sessions] = await watcher.query<RowDataPacket[]>(
      "SELECT id FROM information_schema.PROCESSLIST WHERE USER = SUBSTRING_INDEX(USER(), '@', 1) AND id <> CONNECTION_ID()",
    );
    for (const { id } of sessions) await watcher.query(`KILL ${String(id)}`).catch(() => undefined);
  }

  function logOf(runId: string): string {
    return registry
      .view(runId)
      .log.map(({ text }) => text)
      .join('\n');
  }
});
