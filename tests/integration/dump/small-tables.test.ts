import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../app/format/read/reader';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
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
