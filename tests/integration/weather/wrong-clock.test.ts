import { readFile } from 'fs/promises';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { ShiftedClock } from '../../servers/shifted-clock';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { ofKind } from '../harness/result';
import { dumpSchema, newRegistry, startLoad, withFolder } from '../harness/runs';
import { CRASH_CHUNK_BYTES, expectWhole, makeCrashSchema } from '../load/crash-schema';

const SCHEMA = 'untimely';
const COPY = 'untimely_copy';
const HOUR_MS = 3_600_000;

const registry = newRegistry();

// MySQL takes minutes to start under libfaketime (measured on 9.7), and is not tried.
const vendor: Vendor = 'mariadb';

describe('a server whose clock is two hours off', () => {
  const clock = new ShiftedClock(-2);
  let server: OwnServer;

  beforeAll(async () => {
    server = await OwnServer.start(vendor, [], [], clock.through);
    await server.use(async (connection) => {
      await makeCrashSchema(connection, SCHEMA);
      await connection.query(`CREATE TABLE ${SCHEMA}.moments (id INT PRIMARY KEY, at TIMESTAMP NOT NULL)`);
      await connection.query(`INSERT INTO ${SCHEMA}.moments VALUES (1, NOW()), (2, '2020-02-29 12:00:00')`);
    });
  });
  afterAll(async () => {
    await server.end();
    clock.end();
  });

  /** By how much the server's clock is ahead of ours, in whole hours. */
  async function hoursAhead(): Promise<number> {
    const [row] = await server.use(async (plain) => {
      const [rows] = await plain.query<RowDataPacket[]>('SELECT UNIX_TIMESTAMP() AS seconds');
      return rows;
    });
    return Math.round((Number(row?.seconds) * 1000 - Date.now()) / HOUR_MS);
  }

  const clearCopy = () => server.use((plain) => plain.query(`DROP DATABASE IF EXISTS ${COPY}`));
  const expectEqual = () => server.use((plain) => expectWhole(plain, SCHEMA, COPY));

  it('a dump tells times of one clock, and a load of it ends equal although that clock jumps four hours ahead', async () => {
    await expect.poll(hoursAhead).toBe(-2);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const before = Date.now();
      const wish = { vendor, schema: SCHEMA, folder, endpoint: server.endpoint, threads: 2 };
      const dumped = await dumpSchema(registry, { ...wish, bytesPerChunk: CRASH_CHUNK_BYTES });
      expect(dumped).toMatchObject({ ok: true, errors: [] });
      for (const took of [dumped.lockHeldMs, dumped.lockWaitMs]) {
        expect(took).toBeGreaterThanOrEqual(0);
        expect(took).toBeLessThan(HOUR_MS);
      }
      const manifest = JSON.parse(await readFile(join(folder, '@.json'), 'utf8')) as { begin: string };
      expect(Date.parse(manifest.begin)).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);

      await clearCopy();
      const reached = server.network.at('rows', 'wait', 5);
      const load = { vendor, folder, endpoint: server.endpoint, schemaMap: { [SCHEMA]: COPY }, threads: 2 };
      const runId = startLoad(registry, { ...load, indexes: 'defer', reconnectMs: 0 });
      const loading = registry.finished(runId);
      expect(await Promise.race([reached, loading])).toBeUndefined();
      clock.shift(2);
      await expect.poll(hoursAhead).toBe(2);
      server.network.release();
      expect(await loading).toMatchObject({ ok: true, errors: [] });
      await expectEqual();
    });
  });

  it('a migration ends equal', async () => {
    await clearCopy();
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      {
        ...{ source: server.endpoint, sourceProfile: null, target: server.endpoint, profile: null },
        options: migrationOptions(SCHEMA, COPY),
      },
    );
    const migrated = ofKind(await registry.finished(runId), 'migrate');
    expect(migrated).toMatchObject({ ok: true, errors: [] });
    await expectEqual();
  });
});
