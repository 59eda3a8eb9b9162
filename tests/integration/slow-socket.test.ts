import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { patternOf } from '../../app/contract/commands/pattern';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import { shareOf } from '../fixtures/extent';
import { testServer, testVendors } from '../servers/test-server';
import { withGlobals } from './harness/globals';
import { newRegistry, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from './harness/servers';
import { SlowSocket } from './harness/slow-socket';

const SCHEMA = 'slow_socket';
const COPY = 'slow_socket_copy';
const ROW_BYTES = 100 << 20;
/** A row takes about 10 s, many times the silence after which a session is given up: three looks at most. */
const BYTES_PER_MS = 10 << 10;
const SILENCE_MS = 2000;
/** Room for the row in each of the buffers that it passes. */
const MEMORY = { memoryLimitBytes: 2 * 1024 ** 3 };

const registry = newRegistry();

describe.each(testVendors)('a row of 100 MB over a slow socket file, %s', (vendor) => {
  let slow: SlowSocket;

  const packets = { max_allowed_packet: 1 << 30 };
  async function withPackets(work: () => Promise<void>): Promise<void> {
    const root = await connectPlain(vendor);
    try {
      await withGlobals(root, packets, work);
    } finally {
      await root.end();
    }
  }

  beforeAll(async () => {
    slow = await SlowSocket.to(testServer(vendor).socket, BYTES_PER_MS);
    await withPackets(async () => {
      const connection = await connectPlain(vendor);
      for (const statement of [
        `DROP DATABASE IF EXISTS ${SCHEMA}`,
        `CREATE DATABASE ${SCHEMA}`,
        `CREATE TABLE ${SCHEMA}.big (id INT PRIMARY KEY, v LONGTEXT CHARACTER SET ascii)`,
        `INSERT INTO ${SCHEMA}.big VALUES (1, REPEAT('0123456789', ${ROW_BYTES / 10}))`,
      ])
        await connection.query(statement);
      await connection.end();
    });
  });
  afterEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await slow.close();
    await dropSchemas(vendor, SCHEMA);
  });

  const throughSlow = () => testEndpoint(vendor, { address: { kind: 'socket', path: slow.path } });

  function startDump(folder: string, endpoint = throughSlow()): string {
    const options = {
      ...DUMP_DEFAULTS,
      ...{ selection: selecting([{ kind: 'schema', schema: patternOf(SCHEMA) }]), threads: 1, ...MEMORY },
    };
    return registry.startDump(vendor, { endpoint, folder, silenceMs: SILENCE_MS, options }).runId;
  }

  async function expectEqual(): Promise<void> {
    const root = await connectPlain(vendor);
    const [rows] = await root.query<RowDataPacket[]>(
      `SELECT id, LENGTH(v) AS bytes, SHA2(v, 256) AS digest FROM ${SCHEMA}.big EXCEPT SELECT id, LENGTH(v), SHA2(v, 256) FROM ${COPY}.big`,
    );
    const [[copy]] = await root.query<RowDataPacket[]>(`SELECT COUNT(*) AS number FROM ${COPY}.big`);
    await root.end();
    expect({ rows, number: copy?.number as unknown }).toEqual({ rows: [], number: 1 });
  }

  it.each(shareOf(['load-data', 'insert'] as const, vendor === 'mariadb'))(
    'is dumped and loaded whole, by %s',
    async (method) => {
      await withPackets(async () => {
        await withFolder(async (parent) => {
          const folder = join(parent, 'dump');
          // Once is enough for the way out, which takes as long as the way in.
          const dumping = startDump(folder, method === 'insert' ? testEndpoint(vendor) : throughSlow());
          expect(await registry.finished(dumping)).toMatchObject({ state: 'done', errors: [] });
          expect(logOf(dumping)).not.toMatch(/gone silent/);

          const { runId } = registry.startLoad(vendor, {
            ...{ endpoint: throughSlow(), profile: null, folder, silenceMs: SILENCE_MS },
            options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY }, threads: 1, method, ...MEMORY },
          });
          expect(await registry.finished(runId)).toMatchObject({ state: 'done', errors: [] });
          expect(logOf(runId)).not.toMatch(/gone silent/);
          await expectEqual();
        });
      });
    },
  );

  it('that swallows its rest is noticed: the dump fails and names the table', async () => {
    await withPackets(async () => {
      await withFolder(async (parent) => {
        const deaf = await SlowSocket.to(testServer(vendor).socket, BYTES_PER_MS);
        const stopped = deaf.stopBehind(ROW_BYTES >> 2);
        const endpoint = testEndpoint(vendor, { address: { kind: 'socket', path: deaf.path } });
        const runId = startDump(join(parent, 'dump'), endpoint);
        const ended = registry.finished(runId);
        expect(await Promise.race([stopped, ended])).toBeUndefined();
        const { state, errors } = await ended;
        expect(state).toBe('failed');
        expect(errors[0]).toMatchObject({ code: 'connect-lost', table: `${SCHEMA}.big` });
        expect(logOf(runId)).toMatch(/has gone silent, and the server does not work for it any more/);
        await deaf.close();
      });
    });
  });

  function logOf(runId: string): string {
    return registry
      .view(runId)
      .log.map(({ text }) => text)
      .join('\n');
  }
});
