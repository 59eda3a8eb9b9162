import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/options';
import type { RunResult } from '../../../app/contract/run';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, newRegistry } from '../harness/runs';
import { connectPlain, dropSchemas } from '../harness/servers';
import { OwnServer } from '../harness/own-server';
import type { Moment } from '../harness/faulty-network';
import { CRASH_CHUNK_BYTES, expectWhole, hasJournal, makeCrashSchema } from './crash-schema';

const SOURCE = 'killed_source';
const COPY = 'killed_copy';

const registry = newRegistry();

describe.each(testVendors)('a target server that is killed in the middle of a load, %s', (vendor) => {
  let parent = '';
  let folder = '';
  let server: OwnServer;
  let source: Connection;

  beforeAll(async () => {
    source = await connectPlain(vendor);
    await makeCrashSchema(source, SOURCE);
    // Half a chunk of a table without transactions can't be taken back within the run: see crash.test.ts.
    await source.query(`DROP TABLE ${SOURCE}.plain`);
    parent = await mkdtemp(join(tmpdir(), 'sluice-killed-'));
    folder = join(parent, 'dump');
    const wish = { vendor, schema: SOURCE, folder, threads: 2, bytesPerChunk: CRASH_CHUNK_BYTES };
    expect((await dumpSchema(registry, wish)).errors).toEqual([]);
    server = await OwnServer.start(vendor);
  });

  afterAll(async () => {
    await server.end();
    await source.end();
    await dropSchemas(vendor, SOURCE);
    await rm(parent, { recursive: true, force: true });
  });

  beforeEach(async () => {
    server.network.mend();
    await onServer((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`));
  });

  async function onServer<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await server.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  }

  function startLoad(options: Partial<LoadOptions>): Promise<RunResult> {
    const { runId } = registry.startLoad(vendor, {
      endpoint: server.endpoint,
      profile: null,
      folder,
      options: {
        ...LOAD_DEFAULTS,
        schemaMap: { [SOURCE]: COPY },
        threads: 2,
        indexes: 'defer',
        ...options,
      },
    });
    return registry.finished(runId);
  }

  /** Kills the server while a statement is on its way to it, and lets nobody in any more. */
  async function killAt(moment: Moment, times: number): Promise<void> {
    await server.network.at(moment, 'hold', times);
    await server.kill();
    server.network.cut();
  }

  async function comeBack(): Promise<void> {
    await server.startAgain();
    server.network.mend();
  }

  it.each([
    ['rows', 9],
    ['commit', 5],
    ['index', 1],
  ] as const)('at %s (%i) and is back: the same run goes on, to equal data', async (moment, times) => {
    const loading = startLoad({ reconnectMs: 600_000 });
    await killAt(moment, times);
    await comeBack();
    const { errors, state, retries } = await loading;
    expect({ errors, state }).toEqual({ errors: [], state: 'done' });
    expect(retries).toBeGreaterThan(0);
    await onServer((connection) => expectWhole(source, SOURCE, COPY, connection));
  });

  it.each([
    ['rows', 3],
    ['count', 2],
  ] as const)('at %s (%i) for good: --resume goes on when it is back', async (moment, times) => {
    const loading = startLoad({ reconnectMs: 0 });
    await killAt(moment, times);
    const { state, errors, unfinished } = await loading;
    expect(state).toBe('incomplete');
    expect(['connect-lost', 'connect-refused']).toContain(errors[0]?.code);
    expect(unfinished?.resume).toContain('--resume');
    await comeBack();
    expect(await onServer((connection) => hasJournal(connection, COPY))).toBe(true);
    const resumed = await startLoad({ resume: true });
    expect({ errors: resumed.errors, state: resumed.state }).toEqual({ errors: [], state: 'done' });
    await onServer((connection) => expectWhole(source, SOURCE, COPY, connection));
  });
});
