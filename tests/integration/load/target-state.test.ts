import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SOURCE = 'target_state';
const COPY = 'target_state_copy';
/** No server listens there. */
const NOWHERE = { kind: 'tcp', host: '127.0.0.1', port: 1 } as const;

describe.each(testVendors)('the target of a load that did not end well, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SOURCE);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(9) NOT NULL)');
    await connection.query("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
    await connection.query('CREATE VIEW w AS SELECT * FROM t');
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SOURCE, COPY));

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await dropSchemas(vendor, COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
      await work(folder);
    });
  }

  const stateOf = ({ state, targetState, unfinished }: LoadResult) => ({
    ...{ state, targetState },
    canResume: unfinished?.resume != null,
  });

  it('is untouched where tables that exist stop the load', async () => {
    await withDump(async (folder) => {
      const refused = await loadDump(registry, { vendor, folder });
      expect(refused.errors[0]?.code).toBe('target-exists');
      expect(stateOf(refused)).toEqual({ state: 'failed', targetState: 'untouched', canResume: false });
    });
  });

  it('is untouched where a load can’t be resumed for its server is away, and can be resumed later', async () => {
    await withDump(async (folder) => {
      const endpoint = testEndpoint(vendor, { address: NOWHERE });
      const lost = await loadDump(registry, { vendor, folder, endpoint, resume: true, reconnectMs: 0 });
      expect(stateOf(lost)).toEqual({ state: 'failed', targetState: 'untouched', canResume: true });
    });
  });

  it('has a part of the load, which can be resumed, where rows were refused', async () => {
    await withDump(async (folder) => {
      const schemaMap = { [SOURCE]: COPY };
      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE DATABASE ${COPY}`);
        await connection.query(`CREATE TABLE ${COPY}.t (id INT PRIMARY KEY, v VARCHAR(9) NOT NULL)`);
        await connection.query(`INSERT INTO ${COPY}.t VALUES (1, 'mine')`);
      });
      const wish = { vendor, folder, schemaMap, onExisting: 'append' } as const;
      const refused = await loadDump(registry, wish);
      expect(refused.ok).toBe(false);
      expect(stateOf(refused)).toMatchObject({ targetState: 'left', canResume: true });
      await withPlain(vendor, (connection) => connection.query(`UPDATE ${COPY}.t SET id = 10`));
      const resumed = await loadDump(registry, { ...wish, resume: true });
      expect(resumed).toMatchObject({ ok: true, errors: [] });
      expect('targetState' in resumed).toBe(false);
    });
  });
});
