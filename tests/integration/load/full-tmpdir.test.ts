import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import type { LoadResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { mayMount } from '../faults/full-disk';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { startWithSmallTmpdir, type SmallTmpdir } from './small-tmpdir';
import { ofKind } from '../harness/result';

const SCHEMA = 'full_tmpdir';
const COPY = 'full_tmpdir_copy';
const ROWS = 100_000;
/** Sorted it is 70 MB; the table itself has nothing of it. */
const WIDTH = 700;
/** A quarter is what MySQL sorts with, so that it needs files. */
const MEMORY_BYTES = 64 << 20;

// No limit on files stands for it: where one of its own tables can't grow, MySQL ends itself (measured on 9.7).
describe.runIf(mayMount()).each(testVendors)(
  'a server without room for what an index build sorts, %s',
  (vendor) => {
    const registry = newRegistry();
    let small: SmallTmpdir;

    beforeAll(async () => {
      small = await startWithSmallTmpdir(vendor, fill);
    });

    afterAll(() => small.end());

    it('builds what it can by itself, reports the rest, and has all of it once there is room', async () => {
      await withFolder(async (parent) => {
        const { endpoint } = small.server;
        const folder = join(parent, 'dump');
        expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint })).toMatchObject({
          errors: [],
        });
        const { state, errors, unfinished } = await load(folder);
        expect(state).toBe('incomplete');
        expect(errors).toMatchObject([
          {
            table: `${COPY}.t`,
            statement: expect.stringMatching(/ADD KEY `wide` /) as unknown,
            hint: expect.stringContaining('innodb_tmpdir') as unknown,
          },
        ]);
        expect(errors[0]?.statement).not.toContain('ADD KEY `narrow`');
        expect(unfinished?.resume).toContain('--resume');
        expect(await small.server.use(indexesOfCopy)).toEqual(['PRIMARY', 'narrow']);

        await small.makeRoom();
        expect(await load(folder, { resume: true })).toMatchObject({ state: 'done', errors: [] });
        await small.server.use(async (connection) => {
          expect(await schemaFingerprint(connection, COPY)).toEqual(
            await schemaFingerprint(connection, SCHEMA),
          );
        });
      });
    });

    async function load(folder: string, more: Partial<LoadOptions> = {}): Promise<LoadResult> {
      const options: LoadOptions = {
        ...LOAD_DEFAULTS,
        ...{ schemaMap: { [SCHEMA]: COPY }, threads: 2, indexes: 'defer', memoryLimitBytes: MEMORY_BYTES },
        ...more,
      };
      const { endpoint } = small.server;
      const { runId } = registry.startLoad(vendor, { endpoint, profile: null, folder, options });
      return ofKind(await registry.finished(runId), 'load');
    }
  },
);

async function fill(connection: Connection): Promise<void> {
  const text = 'CHARACTER SET latin1';
  for (const statement of [
    `CREATE DATABASE ${SCHEMA}`,
    `USE ${SCHEMA}`,
    'CREATE TABLE numbers (n INT PRIMARY KEY)',
    'INSERT INTO numbers WITH RECURSIVE c AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 999) SELECT n FROM c',
    `CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(1) ${text} NOT NULL,
       w VARCHAR(${WIDTH}) ${text} AS (CONCAT(a, '${'x'.repeat(WIDTH - 1)}')) VIRTUAL, KEY narrow (a), KEY wide (w))`,
    `INSERT INTO t (id, a) SELECT one.n * 1000 + other.n, CHAR(97 + other.n % 26) FROM numbers one, numbers other WHERE one.n < ${ROWS / 1000}`,
    'DROP TABLE numbers',
  ])
    await connection.query(statement);
}

async function indexesOfCopy(connection: Connection): Promise<readonly string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    'SELECT DISTINCT INDEX_NAME AS name FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? ORDER BY name',
    [COPY],
  );
  return rows.map(({ name }) => String(name)).sort();
}
