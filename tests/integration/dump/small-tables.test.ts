import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../app/format/read/reader';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { migrationRequest } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';

const SCHEMA = 'small_tables';
const TABLES = 40;
/** Tables come to the lanes in groups that grow, and a lane leaves half of those that wait to the other: 19 at most. */
const MOST_PACKETS = 25;

describe.each(testVendors)('a dump of many small tables, %s', (vendor) => {
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (let number = 0; number < TABLES; number += 1) {
      await connection.query(`CREATE TABLE t${number} (id INT PRIMARY KEY, note VARCHAR(20))`);
      await connection.query(`INSERT INTO t${number} VALUES (1, 'a'), (2, 'b;c')`);
    }
    await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SCHEMA));

  it.each([
    ['without TLS', 'disabled'],
    ['with TLS', 'preferred'],
  ] as const)('%s has the rows of each', async (_how, mode) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const endpoint = testEndpoint(vendor, { tls: { mode } });
      const wish = { vendor, schema: SCHEMA, folder, endpoint, threads: 2 };
      expect(await dumpSchema(newRegistry(), wish)).toMatchObject({ state: 'done', errors: [] });
      const tables = (await readDump(folder)).schemas[0]?.tables ?? [];
      expect(tables.map(({ rows }) => rows)).toEqual(Array.from({ length: TABLES }, () => 2));
    });
  });

  it('asks for the rows of many in one packet', async () => {
    const { host, port } = testServer(vendor);
    const network = await FaultyNetwork.to({ host, port });
    let isOver = false;
    void network.at('read', 'lose-reply', MOST_PACKETS + 1).then(() => (isOver = true));
    try {
      await withFolder(async (parent) => {
        const endpoint = testEndpoint(vendor, {
          address: { kind: 'tcp', host: '127.0.0.1', port: network.port },
          tls: { mode: 'disabled' },
        });
        const wish = { vendor, schema: SCHEMA, folder: join(parent, 'dump'), endpoint, threads: 2 };
        expect(await dumpSchema(newRegistry(), wish)).toMatchObject({ state: 'done', errors: [] });
      });
      expect(isOver).toBe(false);
    } finally {
      await network.close();
    }
  });
});

describe('a small table is counted at its source on the session’s own thread, for which MySQL would start others', () => {
  const COPY = 'small_copies';
  let server: OwnServer;

  beforeAll(async () => {
    server = await OwnServer.start('mysql', ['--log-output=TABLE', '--general-log=ON']);
    await server.use(async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
        'CREATE TABLE large (code VARCHAR(20) PRIMARY KEY)',
        'SET SESSION cte_max_recursion_depth = 20000',
        'INSERT INTO large WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 20000) SELECT id FROM n',
        ...['small1', 'small2'].flatMap((name) => [
          `CREATE TABLE ${name} LIKE large`,
          `INSERT INTO ${name} VALUES ('a'), ('b'), ('c')`,
        ]),
      ])
        await connection.query(statement);
    });
  });
  afterAll(async () => {
    await dropSchemas('mysql', COPY);
    await server.end();
  });

  /** Tables in the order of their names, each with whether MySQL was told to start no thread for its count. */
  async function countsOf(work: () => Promise<void>) {
    return await server.use(async (connection) => {
      await connection.query('TRUNCATE mysql.general_log');
      await work();
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT thread_id AS session, CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
         WHERE argument LIKE '%COUNT(*) FROM \`${SCHEMA}\`.%' OR argument LIKE 'SET SESSION innodb_parallel%'
         ORDER BY event_time`,
      );
      const alone = new Map<unknown, boolean>();
      const counts = rows.flatMap(({ session, text }): [string, boolean][] => {
        const [, table] = / FROM `\w+`\.`(\w+)`/.exec(String(text)) ?? [];
        if (table !== undefined) return [[table, alone.get(session) ?? false]];
        alone.set(session, String(text).endsWith(' = 1'));
        return [];
      });
      return counts.sort(([a], [b]) => a.localeCompare(b));
    });
  }
  const EXPECTED = [
    ['large', false],
    ['small1', true],
    ['small2', true],
  ];

  it('by a dump', async () => {
    const counts = await countsOf(() =>
      withFolder(async (parent) => {
        const wish = { vendor: 'mysql', schema: SCHEMA, folder: join(parent, 'dump') } as const;
        const result = await dumpSchema(newRegistry(), { ...wish, endpoint: server.endpoint, threads: 1 });
        expect(result).toMatchObject({ state: 'done', errors: [] });
      }),
    );
    expect(counts).toEqual(EXPECTED);
  });

  it('by a migration', async () => {
    const counts = await countsOf(async () => {
      const wish = { from: 'mysql', to: 'mysql', schema: SCHEMA, copy: COPY, threads: 1 } as const;
      const registry = newRegistry();
      const side = (name: string) => ({ name, profileId: null });
      const { runId } = registry.startMigrate(
        { source: side('source'), target: side('target') },
        { ...migrationRequest(wish), source: server.endpoint },
      );
      expect((await registry.finished(runId)).errors).toEqual([]);
    });
    expect(counts).toEqual(EXPECTED);
  });
});
