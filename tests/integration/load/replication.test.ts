import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DUMP_DEFAULTS,
  LOAD_DEFAULTS,
  selecting,
  type LoadOptions,
} from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { testVendors } from '../../servers/test-server';
import { OwnServer } from '../harness/own-server';
import { newRegistry, withFolder } from '../harness/runs';
import { ofKind } from '../harness/result';

const SCHEMA = 'logged';
const ROWS = 500;
const registry = newRegistry();

describe.each(testVendors)('a target with replicas, %s', (vendor) => {
  let server: OwnServer;
  let connection: Connection;

  beforeAll(async () => {
    server = await OwnServer.start(vendor, ['--log-bin=binlog', '--server-id=7']);
    connection = await server.connect();
    for (const statement of [
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, v VARCHAR(50), KEY v (v))`,
      `INSERT INTO ${SCHEMA}.t WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < ${ROWS})
         SELECT id, id FROM n`,
      "CREATE USER 'loader'@'%' IDENTIFIED BY 'loader'",
      "GRANT SELECT, INSERT, CREATE, DROP, ALTER, INDEX ON *.* TO 'loader'@'%'",
    ])
      await connection.query(statement);
  });

  afterAll(async () => {
    await connection.end();
    await server.end();
  });

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const options = { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: SCHEMA }]) };
      const { runId } = registry.startDump(vendor, { endpoint: server.endpoint, folder, options });
      expect(await registry.finished(runId)).toMatchObject({ errors: [] });
      await work(folder);
    });
  }

  const request = (folder: string, options: Partial<LoadOptions>) => ({
    ...{ endpoint: server.endpoint, profile: null, folder },
    options: { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: 'copy' }, ...options },
  });

  const load = async (folder: string, options: Partial<LoadOptions> = {}): Promise<LoadResult> =>
    ofKind(await registry.finished(registry.startLoad(vendor, request(folder, options)).runId), 'load');

  it('writes nothing into the binary log where that was asked for, with either method, and everything otherwise', async () => {
    await withDump(async (folder) => {
      for (const method of ['load-data', 'insert'] as const) {
        const before = await positionOf(connection, vendor);
        const unlogged = await load(folder, { method, binlog: 'off', indexes: 'defer' });
        expect(unlogged).toMatchObject({ ok: true, errors: [], rows: ROWS });
        expect(await positionOf(connection, vendor)).toEqual(before);
        await withoutLog(connection, 'DROP DATABASE copy');
      }
      const before = await positionOf(connection, vendor);
      expect(await load(folder)).toMatchObject({ ok: true, errors: [] });
      expect(await positionOf(connection, vendor)).not.toEqual(before);
      await connection.query('DROP DATABASE copy');
    });
  });

  it('has the statement ready that follows the source of the dump from where it was taken', async () => {
    await withDump(async (folder) => {
      const { file, position } = await positionOf(connection, vendor);
      const word = vendor === 'mysql' ? 'SOURCE' : 'MASTER';
      const statement = new RegExp(
        `^CHANGE .*${word} TO ${word}_LOG_FILE = '${file}', ${word}_LOG_POS = ${position};$`,
      );
      const plan = await planLoad(request(folder, { binlog: 'off' }), new Cancellation());
      expect(plan).toMatchObject({ conflicts: [], binlog: 'off' });
      expect(plan.replicationStart).toMatch(statement);
      const loaded = await load(folder);
      expect(loaded.replicationStart).toBe(plan.replicationStart);
      // It is a statement that the server takes.
      const change = plan.replicationStart?.slice(0, -1) ?? '';
      await connection.query(`${change}, ${word}_HOST = '127.0.0.1', ${word}_USER = 'nobody'`);
      const refused = await load(folder, { onExisting: 'drop' });
      expect(refused.errors).toMatchObject([{ code: 'target-read-only' }]);
      expect(refused.errors[0]?.message).toContain('a replica of 127.0.0.1');
      expect(
        (await planLoad(request(folder, { onExisting: 'drop' }), new Cancellation())).conflicts,
      ).toMatchObject([{ code: 'target-read-only' }]);
      await connection.query(vendor === 'mysql' ? 'RESET REPLICA ALL' : 'RESET SLAVE ALL');
      expect(await load(folder, { onExisting: 'drop' })).toMatchObject({ ok: true, errors: [] });
      await connection.query('DROP DATABASE copy');
    });
  });

  it('names the privilege that an account lacks, and makes nothing', async () => {
    await withDump(async (folder) => {
      const endpoint = { ...server.endpoint, user: 'loader', password: 'loader' };
      const wish = { ...request(folder, { binlog: 'off' }), endpoint };
      const refused = await registry.finished(registry.startLoad(vendor, wish).runId);
      expect(refused.errors).toMatchObject([{ code: 'privilege-missing' }]);
      expect(refused.errors[0]?.message).toContain(
        vendor === 'mysql' ? 'SESSION_VARIABLES_ADMIN' : 'BINLOG ADMIN',
      );
      const [schemas] = await connection.query("SHOW DATABASES LIKE 'copy'");
      expect(schemas).toEqual([]);
    });
  });
});

async function positionOf(
  connection: Connection,
  vendor: (typeof testVendors)[number],
): Promise<{ readonly file: string; readonly position: number }> {
  const statement = vendor === 'mysql' ? 'SHOW BINARY LOG STATUS' : 'SHOW MASTER STATUS';
  const [[row]] = await connection.query<RowDataPacket[]>(statement);
  return { file: String(row?.File), position: Number(row?.Position) };
}

async function withoutLog(connection: Connection, statement: string): Promise<void> {
  await connection.query('SET SESSION sql_log_bin = 0');
  await connection.query(statement);
  await connection.query('SET SESSION sql_log_bin = 1');
}
