import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import { planLoad } from '../harness/plans';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'by_method';
const COPY = 'by_method_copy';
const MATRIX_COPY = 'matrix_by_method';
const ROWS = 4000;
const registry = newRegistry();

describe.each(testVendors)('load method, %s', (vendor) => {
  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY, MATRIX_COPY);
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of [
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
        "CREATE TABLE t (id INT PRIMARY KEY, e ENUM('a','b'), v VARCHAR(200))",
        `INSERT INTO t WITH RECURSIVE n AS (SELECT 0 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 999)
           SELECT n.id * 4 + x.k, 'a', REPEAT("it's ", 30) FROM n, (SELECT 0 AS k UNION SELECT 1 UNION SELECT 2 UNION SELECT 3) x`,
        "SET SESSION sql_mode = ''",
        "UPDATE t SET e = '' WHERE id IN (7, 3999)",
      ])
        await connection.query(statement);
    });
  });

  afterEach(() => dropSchemas(vendor, COPY, MATRIX_COPY));
  afterAll(() => dropSchemas(vendor, SCHEMA, TYPE_MATRIX_SCHEMA));

  async function withDump(
    schema: string,
    work: (folder: string, connection: Connection) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wish = { vendor, schema, folder, bytesPerChunk: 131_072, compression: { kind: 'none' } } as const;
      expect((await dumpSchema(registry, wish)).errors).toEqual([]);
      await withPlain(vendor, (connection) => work(folder, connection));
    });
  }

  const load = (folder: string, options: Partial<LoadOptions> = {}) =>
    loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY }, ...options });

  it.each([1, 4, 16])('by INSERT every type, key and name survives on %i threads too', async (threads) => {
    await withDump(TYPE_MATRIX_SCHEMA, async (folder, connection) => {
      const memoryLimitBytes = Math.max(16, 2 * threads) * 1024 * 1024;
      const loaded = await load(folder, {
        ...{ threads, memoryLimitBytes, method: 'insert' },
        schemaMap: { [TYPE_MATRIX_SCHEMA]: MATRIX_COPY },
      });
      expect(loaded.errors).toEqual([]);
      expect(loaded.memoryPeakBytes).toBeLessThanOrEqual(memoryLimitBytes);
      expect(await schemaFingerprint(connection, MATRIX_COPY)).toEqual(
        await schemaFingerprint(connection, TYPE_MATRIX_SCHEMA),
      );
    });
  });

  it.each(['load-data', 'auto'] as const)('by %s every type, key and name survives too', async (method) => {
    await withDump(TYPE_MATRIX_SCHEMA, async (folder, connection) => {
      const loaded = await load(folder, {
        ...{ threads: 1, method },
        schemaMap: { [TYPE_MATRIX_SCHEMA]: MATRIX_COPY },
      });
      expect(loaded.errors).toEqual([]);
      expect(await schemaFingerprint(connection, MATRIX_COPY)).toEqual(
        await schemaFingerprint(connection, TYPE_MATRIX_SCHEMA),
      );
    });
  });

  it('is INSERT by itself where the target refuses LOAD DATA LOCAL: plan and result say so', async () => {
    await withDump(SCHEMA, async (folder, connection) => {
      await withGlobals(connection, { local_infile: 0 }, async () => {
        const options = { ...LOAD_DEFAULTS, schemaMap: { [SCHEMA]: COPY } };
        const request = { endpoint: testEndpoint(vendor), profile: null, folder };
        const plan = await planLoad({ ...request, options }, new Cancellation());
        expect(plan.conflicts).toEqual([]);
        expect(plan.methodReason).toContain('the target refuses LOAD DATA LOCAL');
        const stopped = await planLoad(
          { ...request, options: { ...options, method: 'load-data' } },
          new Cancellation(),
        );
        expect(stopped.conflicts).toMatchObject([{ code: 'local-infile-off' }]);
        const loaded = await load(folder);
        expect(loaded).toMatchObject({ ok: true, errors: [], rows: ROWS });
        expect(loaded.verdicts[0]?.decisions).toContain(plan.methodReason);
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, SCHEMA),
        );
      });
    });
  });

  it('a value that does not fit fails the chunk, with its row counted in the chunk', async () => {
    await withDump(SCHEMA, async (folder, connection) => {
      await load(folder, { selection: { ...LOAD_DEFAULTS.selection, content: 'structure' } });
      await connection.query(`ALTER TABLE ${COPY}.t MODIFY v VARCHAR(149)`);
      const failed = await load(folder, {
        method: 'insert',
        selection: { ...LOAD_DEFAULTS.selection, content: 'data' },
      });
      expect(failed.ok).toBe(false);
      expect(failed.errors[0]).toMatchObject({ code: 'statement-failed', errno: 1265, table: `${COPY}.t` });
      expect(failed.errors[0]?.message).toMatch(/^Row \d+, column v: /);
      expect(failed.errors[0]?.chunk).toMatch(/^by_method@t@/);
      expect(await countOf(connection)).toBe(0);
    });
  });

  it('a key that is taken fails the chunk, and the log has no rows in it', async () => {
    await withDump(SCHEMA, async (folder, connection) => {
      const content = (of: 'structure' | 'data') => ({
        selection: { ...LOAD_DEFAULTS.selection, content: of },
      });
      await load(folder, content('structure'));
      await connection.query(`INSERT INTO ${COPY}.t VALUES (2000, 'b', 'mine')`);
      const failed = await load(folder, {
        method: 'insert',
        onExisting: 'append',
        threads: 1,
        ...content('data'),
      });
      expect(failed.errors[0]).toMatchObject({ errno: 1062, table: `${COPY}.t` });
      expect(failed.errors[0]?.statement).toMatch(/^INSERT INTO .* VALUES \(…\)$/);
      expect(JSON.stringify(failed)).not.toContain("it's");
    });
  });

  async function countOf(connection: Connection): Promise<number> {
    const [[row]] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM ${COPY}.t`);
    return Number(row?.n);
  }
});
