import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';

const SCHEMA = 'large_source';
const COPY = 'large_copy';
const SMALL_PACKET = 1 << 20;
/** The longest binary value that such a packet lets FROM_BASE64 make: whole groups of three bytes. */
const FITS = SMALL_PACKET - (SMALL_PACKET % 3);
const KIB = 1024;

describe.each(testVendors)('values longer than a packet of the target, %s', (vendor) => {
  const registry = newRegistry();
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain(vendor);
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await root.end();
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  /** Dumps a binary value and a text, and loads them where the target's packets are small. */
  async function dumped<T>(bytes: number, work: (folder: string) => Promise<T>): Promise<T> {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE bytes (id INT PRIMARY KEY, v LONGBLOB)');
    await connection.query(`INSERT INTO bytes VALUES (1, REPEAT(X'FF', ${bytes})), (2, 'x')`);
    await connection.query('CREATE TABLE texts (id INT PRIMARY KEY, v LONGTEXT)');
    await connection.query(`INSERT INTO texts VALUES (1, REPEAT('x', ${2 * SMALL_PACKET}))`);
    await connection.end();
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const { errors } = await dumpSchema(registry, { vendor, schema: SCHEMA, folder });
      expect(errors).toEqual([]);
      return await work(folder);
    });
  }

  const smallPackets = <T>(work: () => Promise<T>) =>
    withGlobals(root, { max_allowed_packet: SMALL_PACKET }, async () => {
      await work();
    });
  const schemaMap = { [SCHEMA]: COPY };

  it('are named, with the remedy, before the first row and by a dry run', async () => {
    await dumped(FITS + 1, async (folder) => {
      const remedy = `SET GLOBAL max_allowed_packet = ${SMALL_PACKET + KIB};`;
      const refused = {
        code: 'packet-too-small',
        table: `${COPY}.bytes`,
        message: expect.stringContaining(String(FITS + 1)) as string,
        hint: expect.stringContaining(remedy) as string,
      };
      await smallPackets(async () => {
        const request = { endpoint: testEndpoint(vendor), profile: null, folder };
        const options = { ...LOAD_DEFAULTS, schemaMap };
        expect((await planLoad({ ...request, options }, new Cancellation())).conflicts).toMatchObject([
          refused,
        ]);
        const loaded = await loadDump(registry, { vendor, folder, schemaMap });
        expect(loaded).toMatchObject({ state: 'failed', errors: [refused] });
      });
      const [there] = await root.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(there).toEqual([]);
      // The remedy is a statement that suffices.
      await withGlobals(root, { max_allowed_packet: SMALL_PACKET + KIB }, async () => {
        const loaded = await loadDump(registry, { vendor, folder, schemaMap, verify: 'checksum' });
        expect(loaded).toMatchObject({ errors: [], state: 'done', rows: 3 });
      });
    });
  });

  it('go in up to the last byte that fits, and texts of any length', async () => {
    await dumped(FITS, async (folder) => {
      await smallPackets(async () => {
        const loaded = await loadDump(registry, { vendor, folder, schemaMap, verify: 'checksum' });
        expect(loaded).toMatchObject({ errors: [], warnings: [], state: 'done', rows: 3 });
      });
    });
    expect(await schemaFingerprint(root, COPY)).toEqual(await schemaFingerprint(root, SCHEMA));
  });
});
