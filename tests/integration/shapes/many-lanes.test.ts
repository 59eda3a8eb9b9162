import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MOST_THREADS } from '../../../app/contract/runs/threads';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, loadDump, newRegistry, startComparison, withFolder } from '../harness/runs';
import { connectPlain, connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'lanes_source';
const COPY = 'lanes_copy';
/** As many tables as lanes, so that each has one, and a few more. */
const TABLES = MOST_THREADS + 8;
const ROWS = 3;
const MEMORY = 1 << 30;

const FEWER = {
  code: 'fewer-lanes',
  message: expect.stringMatching(/refused (?:more connections|some of the \d+ lanes)/) as string,
};

describe.each(testVendors)(`${MOST_THREADS} lanes, %s`, (vendor) => {
  const registry = newRegistry();
  const lanes = { threads: MOST_THREADS, memoryLimitBytes: MEMORY };
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain(vendor);
    const connection = await connectToFresh(vendor, SCHEMA);
    for (let at = 0; at < TABLES; at += 1) {
      await connection.query(`CREATE TABLE t${at} (id INT PRIMARY KEY, v VARCHAR(20), KEY (v))`);
      await connection.query(`INSERT INTO t${at} VALUES (1, 'a${at}'), (2, 'b'), (3, NULL)`);
    }
    await connection.end();
  });
  beforeEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await root.end();
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  const isSame = async () => {
    expect((await schemaFingerprint(root, COPY)).tables).toEqual(
      (await schemaFingerprint(root, SCHEMA)).tables,
    );
  };

  it('dump, load and compare where the server takes 300 connections, as many as were asked for', async () => {
    await withGlobals(root, { max_connections: 300 }, () =>
      withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, ...lanes });
        expect(dumped).toMatchObject({ errors: [], warnings: [], state: 'done', rows: TABLES * ROWS });
        const schemaMap = { [SCHEMA]: COPY };
        const loaded = await loadDump(registry, { vendor, folder, schemaMap, ...lanes, verify: 'checksum' });
        expect(loaded).toMatchObject({ errors: [], warnings: [], state: 'done', rows: TABLES * ROWS });
        const comparison = { vendor, folder, schemaMap, ...lanes, verify: 'checksum' } as const;
        const compared = await registry.finished(startComparison(registry, comparison));
        expect(compared).toMatchObject({ errors: [], warnings: [], state: 'done' });
      }),
    );
    await isSame();
  });

  it('become fewer where it takes 100, and it is said', async () => {
    await withGlobals(root, { max_connections: 100 }, () =>
      withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, ...lanes });
        expect(dumped).toMatchObject({ errors: [], warnings: [FEWER], state: 'done-with-warnings' });
        const schemaMap = { [SCHEMA]: COPY };
        const loaded = await loadDump(registry, { vendor, folder, schemaMap, ...lanes });
        expect(loaded).toMatchObject({ errors: [], warnings: [FEWER], rows: TABLES * ROWS });
      }),
    );
    await isSame();
  });

  it('migrate on one server by as many on each side as it has room for', async () => {
    await withGlobals(root, { max_connections: 300 }, async () => {
      const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY, ...lanes };
      expect(await migrateSchema(registry, wish)).toMatchObject({
        errors: [],
        warnings: [FEWER],
        rows: TABLES * ROWS,
      });
    });
    await isSame();
  });

  it('are refused before anything begins where the memory limit is too small for them', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wish = { vendor, schema: SCHEMA, folder, threads: MOST_THREADS };
      const { errors } = await dumpSchema(registry, wish);
      expect(errors[0]?.message).toContain('512 MiB');
    });
  });
});
