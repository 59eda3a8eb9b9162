import { readdir, readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../../app/contract/connections/connection';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testVendors } from '../../servers/test-server';
import type { OwnServer } from '../harness/own-server';
import { caughtUp, Replica, scalar, startLogging } from '../harness/replicas';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { ofKind } from '../harness/result';

const SCHEMA = 'pair';
const ROWS = 300;
const registry = newRegistry();

/** Two servers and a connection to each. */
async function withPair(
  vendor: Vendor,
  work: (
    one: OwnServer,
    other: OwnServer,
    connections: { readonly one: Connection; readonly other: Connection },
  ) => Promise<void>,
): Promise<void> {
  const one = await startLogging(vendor, 11);
  const other = await startLogging(vendor, 12);
  const connections = { one: await one.connect(), other: await other.connect() };
  try {
    await work(one, other, connections);
  } finally {
    await connections.one.end();
    await connections.other.end();
    await one.end();
    await other.end();
  }
}

/** Values that change where a log carries text in another character set, another time zone or as a statement. */
async function fill(connection: Connection): Promise<void> {
  for (const statement of [
    `CREATE DATABASE ${SCHEMA}`,
    `USE ${SCHEMA}`,
    `CREATE TABLE ${SCHEMA}.a (id INT PRIMARY KEY, t TIMESTAMP(6) NULL, b VARBINARY(28), f DOUBLE, v VARCHAR(50), KEY v (v))`,
    `CREATE TABLE ${SCHEMA}.z LIKE ${SCHEMA}.a`,
    `INSERT INTO ${SCHEMA}.a WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < ${ROWS})
       SELECT id, FROM_UNIXTIME(id * 1000000.5), UNHEX(SHA2(id, 224)), id / 7, CONCAT('ä€', id) FROM n`,
    `INSERT INTO ${SCHEMA}.z SELECT * FROM ${SCHEMA}.a`,
  ])
    await connection.query(statement);
}

const load = async (
  vendor: Vendor,
  target: OwnServer,
  folder: string,
  options: Partial<LoadOptions> = {},
): Promise<LoadResult> => {
  const request = { endpoint: target.endpoint, profile: null, folder };
  const { runId } = registry.startLoad(vendor, { ...request, options: { ...LOAD_DEFAULTS, ...options } });
  return ofKind(await registry.finished(runId), 'load');
};

async function dump(vendor: Vendor, source: OwnServer, folder: string): Promise<void> {
  const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint: source.endpoint });
  expect(dumped).toMatchObject({ errors: [] });
}

describe.each(testVendors)('a load and replication, %s', (vendor) => {
  it('takes the dump’s GTID set along where it goes with the target’s, and the target follows the source from there on', async () => {
    await withPair(vendor, async (source, target, connections) => {
      await fill(connections.one);
      // On MySQL a set that the dump's would take the place of; on MariaDB a position in the domain of the dump.
      const [there, variable, wrong, right] =
        vendor === 'mysql'
          ? (['00000000-1111-2222-3333-444444444444:1-5', 'gtid_purged', 'replace', 'append'] as const)
          : (['11-99-1', 'gtid_slave_pos', 'append', 'replace'] as const);
      await connections.other.query(`SET GLOBAL ${variable} = '${there}'`);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        await dump(vendor, source, folder);
        const plan = (gtid: LoadOptions['gtid']) =>
          planLoad(
            {
              ...{ endpoint: target.endpoint, profile: null, folder },
              options: { ...LOAD_DEFAULTS, gtid },
            },
            new Cancellation(),
          );
        expect(await plan(wrong)).toMatchObject({ gtid: null, conflicts: [{ code: 'gtid-refused' }] });
        const refused = await load(vendor, target, folder, { gtid: wrong });
        expect(refused).toMatchObject({ state: 'failed', errors: [{ code: 'gtid-refused' }] });
        expect(await tablesOf(connections.other)).toEqual([]);

        const planned = await plan(right);
        expect(planned.conflicts).toEqual([]);
        expect(planned.gtid).toContain(`SET GLOBAL ${variable} = '`);
        const loaded = await load(vendor, target, folder, { gtid: right });
        expect(loaded).toMatchObject({ state: 'done', errors: [] });
        // Where it is there already there is nothing left to do.
        const again = await load(vendor, target, folder, { gtid: right, onExisting: 'drop' });
        expect(again).toMatchObject({ state: 'done', errors: [] });

        await connections.one.query(`INSERT INTO ${SCHEMA}.a (id) VALUES (100000)`);
        const replica = new Replica(vendor, connections.other);
        await replica.follow(source, loaded.replicationStart?.slice(0, -1) ?? '');
        await expect.poll(() => scalar(connections.other, `SELECT COUNT(*) FROM ${SCHEMA}.a`)).toBe(ROWS + 1);
      });
    });
  });

  it('leaves a replica of the target with all rows and no journal, and able to resume a load', async () => {
    await withPair(vendor, async (primary, replica, connections) => {
      const follower = new Replica(vendor, connections.other);
      await follower.forgetLog();
      await new Replica(vendor, connections.one).forgetLog();
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        await connections.one.query('SET SESSION sql_log_bin = 0');
        await fill(connections.one);
        await dump(vendor, primary, folder);
        const wanted = await checksums(connections.one);
        await connections.one.query(`DROP DATABASE ${SCHEMA}`);
        await connections.one.query('SET SESSION sql_log_bin = 1');
        await follower.follow(primary);

        const whole = await load(vendor, primary, folder);
        expect(whole).toMatchObject({ state: 'done', errors: [] });
        await caughtUp(connections.one, connections.other);
        expect(await tablesOf(connections.other)).toEqual(['a', 'z']);
        expect(await checksums(connections.other)).toEqual(wanted);

        // One table's rows can't be read: the load ends in its middle, and so does its replica.
        await connections.one.query(`DROP DATABASE ${SCHEMA}`);
        const mend = await damage(folder, `${SCHEMA}@z@`);
        const broken = await load(vendor, primary, folder, { threads: 1 });
        expect(broken).toMatchObject({ state: 'incomplete', errors: [{ code: 'dump-damaged' }] });
        await mend();
        await caughtUp(connections.one, connections.other);
        expect(await tablesOf(connections.other)).toContain('sluice_load_journal');

        await follower.leave();
        const resumed = await load(vendor, replica, folder, { resume: true });
        expect(resumed).toMatchObject({ state: 'done', errors: [] });
        expect(await tablesOf(connections.other)).toEqual(['a', 'z']);
        expect(await checksums(connections.other)).toEqual(wanted);
      });
    });
  });
});

/** Checksums of every row; the same on both sides where the values are. */
async function checksums(connection: Connection): Promise<readonly unknown[]> {
  const [rows] = await connection.query<RowDataPacket[]>(`CHECKSUM TABLE ${SCHEMA}.a, ${SCHEMA}.z`);
  return rows.map((row) => row.Checksum as unknown);
}

async function tablesOf(connection: Connection): Promise<readonly unknown[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${SCHEMA}' ORDER BY name`,
  );
  return rows.map((row) => row.name as unknown);
}

/** Changes one byte in the middle of a table's first data file; resolves with what changes it back. */
async function damage(folder: string, beginning: string): Promise<() => Promise<void>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(beginning) && name.includes('.tsv'));
  const file = join(folder, names[0] ?? '');
  const bytes = await readFile(file);
  const damaged = Buffer.from(bytes);
  const middle = damaged.length >> 1;
  damaged[middle] = (damaged[middle] ?? 0) ^ 0xff;
  await writeFile(file, damaged);
  return () => writeFile(file, bytes);
}
