import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';

const SCHEMA = 'zoned';
const COPY = 'zoned_copy';
const ZONE = 'Europe/Berlin';

const registry = newRegistry();

/** Moments at which an offset, or the change from summer time, would show, and the ends of TIMESTAMP. */
const MADE = [
  `DROP DATABASE IF EXISTS ${SCHEMA}`,
  `CREATE DATABASE ${SCHEMA}`,
  `USE ${SCHEMA}`,
  'CREATE TABLE moments (at TIMESTAMP(6) NOT NULL PRIMARY KEY, day DATETIME(6) NOT NULL, made TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP)',
  `INSERT INTO moments (at, day) SELECT FROM_UNIXTIME(s), FROM_UNIXTIME(s) FROM (SELECT 1.000001 AS s UNION ALL SELECT 1711846799.5 UNION ALL SELECT 1711846800 UNION ALL
    SELECT 1729990799.999999 UNION ALL SELECT 1729990800 UNION ALL SELECT 1729994400 UNION ALL SELECT 2147483647) moments`,
  'CREATE TABLE parted (at TIMESTAMP NOT NULL, v INT) PARTITION BY RANGE (UNIX_TIMESTAMP(at)) (PARTITION old VALUES LESS THAN (1711846800), PARTITION young VALUES LESS THAN MAXVALUE)',
  'INSERT INTO parted SELECT at, 1 FROM moments',
  "CREATE EVENT by_offset ON SCHEDULE EVERY 1 DAY STARTS '2035-01-01 03:00:00' DISABLE DO DELETE FROM moments WHERE at < NOW() - INTERVAL 90 YEAR",
];

/** A zone with one offset: servers take whatever stands in these tables. */
const KNOWS_ZONE = [
  'INSERT INTO mysql.time_zone (Time_zone_id) VALUES (1)',
  `INSERT INTO mysql.time_zone_name (Name, Time_zone_id) VALUES ('${ZONE}', 1)`,
  "INSERT INTO mysql.time_zone_transition_type (Time_zone_id, Transition_type_id, `Offset`, Is_DST, Abbreviation) VALUES (1, 0, 3600, 0, 'CET')",
];

async function runAll(server: OwnServer, statements: readonly string[]): Promise<void> {
  await server.use(async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

async function zonesOf(connection: Connection, schema: string): Promise<unknown> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT EVENT_NAME AS name, TIME_ZONE AS zone, STARTS AS starts FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ? ORDER BY name',
    [schema],
  );
  return rows;
}

describe.each(testVendors)('servers without time zone tables, %s', (vendor) => {
  let source: OwnServer;
  let target: OwnServer;

  beforeAll(async () => {
    source = await OwnServer.start(vendor, ['--default-time-zone=+05:30']);
    target = await OwnServer.start(vendor, ['--default-time-zone=-03:00']);
  });
  beforeEach(async () => {
    await runAll(source, MADE);
    await runAll(target, [`DROP DATABASE IF EXISTS ${COPY}`]);
  });
  afterAll(async () => {
    await source.end();
    await target.end();
  });

  const dump = (folder: string) =>
    dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint: source.endpoint });

  const load = (folder: string) =>
    loadDump(registry, {
      ...{ vendor, folder, endpoint: target.endpoint, schemaMap: { [SCHEMA]: COPY }, verify: 'checksum' },
    });

  async function migrate(): Promise<RunResult> {
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      {
        ...{ source: source.endpoint, sourceProfile: null, target: target.endpoint, profile: null },
        options: migrationOptions(SCHEMA, COPY),
      },
    );
    return await registry.finished(runId);
  }

  async function expectEqual(): Promise<void> {
    await source.use((from) =>
      target.use(async (to) => {
        expect(await schemaFingerprint(to, COPY)).toEqual(await schemaFingerprint(from, SCHEMA));
        expect(await zonesOf(to, COPY)).toEqual(await zonesOf(from, SCHEMA));
      }),
    );
  }

  it('and with two offsets: a dump, its load and a migration keep every moment, and events their offset', async () => {
    for (const server of [source, target])
      await server.use(async (connection) => {
        const [zones] = await connection.query<RowDataPacket[]>('SELECT * FROM mysql.time_zone_name');
        expect(zones).toEqual([]);
      });
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dump(folder)).toMatchObject({ ok: true, errors: [] });
      expect(await load(folder)).toMatchObject({ ok: true, errors: [] });
      await expectEqual();
    });
    await runAll(target, [`DROP DATABASE ${COPY}`]);
    expect(await migrate()).toMatchObject({ ok: true, errors: [] });
    await expectEqual();
  });

  it('an event in a zone that the target does not know: refused with the remedy before anything is made, and loaded after it', async () => {
    await runAll(source, [
      ...KNOWS_ZONE,
      `USE ${SCHEMA}`,
      `SET time_zone = '${ZONE}'`,
      "CREATE EVENT by_name ON SCHEDULE EVERY 1 DAY STARTS '2035-01-01 03:00:00' DISABLE DO DELETE FROM moments WHERE at < NOW() - INTERVAL 90 YEAR",
    ]);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dump(folder)).toMatchObject({ ok: true, errors: [] });
      for (const refused of [await load(folder), await migrate()]) {
        expect(refused).toMatchObject({ state: 'failed' });
        expect(refused.errors[0]?.message).toMatch(/by_name.*Europe\/Berlin/);
        expect(refused.errors[0]?.hint).toMatch(/time zone tables on the target.*tzinfo_to_sql/);
      }
      const there = await target.use((connection) => connection.query(`SHOW DATABASES LIKE '${COPY}'`));
      expect(there[0]).toEqual([]);

      await runAll(target, KNOWS_ZONE);
      expect(await load(folder)).toMatchObject({ ok: true, errors: [] });
      await expectEqual();
      await runAll(target, [`DROP DATABASE ${COPY}`]);
      expect(await migrate()).toMatchObject({ ok: true, errors: [] });
      await expectEqual();
    });
  });
});
