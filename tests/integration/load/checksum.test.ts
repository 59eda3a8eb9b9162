import { rowsExpectedOf, tableOfLane } from '../../../app/contract/runs/run';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../../app/contract/runs/result';
import { readDump } from '../../../app/format/read/reader';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { compareWithDump, dumpSchema, loadDump, newRegistry, startLoad, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import type { DumpChunk } from '../../../app/format/read/dump';

const SCHEMA = 'summed';
const COPY = 'summed_copy';
const MATRIX_COPY = 'summed_matrix';
const ROWS = 12_000;

/** With a key of several parts, one of them text, so that chunks are told apart by more than a number. */
const TABLES = [
  `CREATE TABLE ${SCHEMA}.t (region VARCHAR(10) NOT NULL, id INT NOT NULL, v VARCHAR(100), f FLOAT, PRIMARY KEY (region, id))`,
  `CREATE TABLE ${SCHEMA}.b (id BINARY(4) PRIMARY KEY, v VARCHAR(100))`,
  `CREATE TABLE ${SCHEMA}.heap (v VARCHAR(100), w INT)`,
];

describe.each(testVendors)('a copy proved by the checksums of its rows, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY, MATRIX_COPY);
    await withPlain(vendor, async (connection) => {
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      for (const table of TABLES) await connection.query(table);
      const numbers = Array.from({ length: ROWS }, (_, at) => at);
      const insert = async (table: string, row: (at: number) => string) => {
        await connection.query(`INSERT INTO ${SCHEMA}.${table} VALUES ${numbers.map(row).join(', ')}`);
      };
      await insert('t', (at) => `('${at % 2 === 0 ? 'east' : 'wést'}', ${at}, REPEAT('x', 60), ${at} / 7)`);
      await insert('b', (at) => `(UNHEX(LPAD(HEX(${at}), 8, '0')), REPEAT('y', 60))`);
      await insert('heap', (at) => `(REPEAT('z', 60), ${at})`);
      await createTypeMatrix(connection, vendor);
    });
  });

  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY, TYPE_MATRIX_SCHEMA, MATRIX_COPY);
  });

  /** Dumps and loads a schema, proved by checksums, and hands the folder to `look`. */
  async function copied(
    [schema, copy]: readonly [schema: string, copy: string],
    look: (folder: string, loaded: RunResult) => Promise<void> | void,
  ): Promise<void> {
    await dropSchemas(vendor, copy);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, {
        vendor,
        schema,
        folder,
        threads: 2,
        bytesPerChunk: 131_072,
      });
      expect(dumped.errors).toEqual([]);
      const schemaMap = { [schema]: copy };
      await look(folder, await loadDump(registry, { vendor, folder, schemaMap, verify: 'checksum' }));
    });
  }

  async function compared(folder: string, source = false): Promise<RunResult> {
    return await compareWithDump(registry, {
      ...{ vendor, folder, schemaMap: { [SCHEMA]: COPY }, verify: 'checksum' },
      source: source ? testEndpoint(vendor) : null,
    });
  }

  async function change(...statements: readonly string[]): Promise<void> {
    await withPlain(vendor, async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  }

  async function chunksOf(folder: string, table: string): Promise<readonly DumpChunk[]> {
    const tables = (await readDump(folder)).schemas[0]?.tables ?? [];
    return tables.find(({ name }) => name === table)?.chunks ?? [];
  }

  it('every type and key of the matrix has the same checksum on both sides', async () => {
    await copied([TYPE_MATRIX_SCHEMA, MATRIX_COPY], (_, loaded) => {
      expect(loaded.errors).toEqual([]);
      const unequal = loaded.verdicts.filter(
        ({ checks }) => !checks.some(({ kind, state }) => kind === 'checksum' && state === 'ok'),
      );
      // MySQL’s JSON travels as text, and some of the matrix’ documents hold scalars that text does not tell apart.
      const told = loaded.warnings
        .filter(({ code }) => code === 'rows-not-compared')
        .map(({ table }) => table);
      expect(unequal.map(({ schema, table }) => `${schema}.${table}`)).toEqual(told);
      if (vendor === 'mariadb') expect(told).toEqual([]);
      for (const { message, code } of loaded.warnings)
        if (code === 'rows-not-compared') expect(message).toContain('JSON column');
    });
  });

  it('shows its comparison table by table; cancelled then, it reports the loaded rows', async () => {
    await copied([SCHEMA, COPY], async (folder) => {
      await dropSchemas(vendor, COPY);
      const network = await FaultyNetwork.to(testServer(vendor));
      try {
        const held = network.at('read', 'hold');
        const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
        const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
        const runId = startLoad(registry, {
          ...{ vendor, folder, endpoint, schemaMap: { [SCHEMA]: COPY }, threads: 2 },
          verify: 'checksum',
        });
        await held;
        await expect.poll(() => registry.view(runId).totals.tablesDone).toBe(TABLES.length - 1);
        const { stage, tables, totals, lanes } = registry.view(runId);
        expect(stage).toBe('verify');
        const [waiting, ...others] = tables.filter(({ state }) => state !== 'done');
        expect(others).toEqual([]);
        // Counted when it was loaded and read from the files; on the target some rows of it at most.
        expect(waiting?.state).toBe('verifying');
        expect(waiting?.rows).toBeGreaterThanOrEqual((2 * ROWS) / 3);
        expect(waiting?.rows).toBeLessThan(ROWS);
        expect(totals.rows).toBeLessThan(rowsExpectedOf(totals) ?? 0);
        expect(lanes.map(tableOfLane)).toContain(waiting?.index);
        registry.cancel(runId);
        const loaded = TABLES.length * ROWS;
        expect(await registry.finished(runId)).toMatchObject({
          state: 'cancelled',
          rows: loaded,
          errors: [],
        });
        expect(registry.view(runId).totals).toMatchObject({ rows: loaded, rowsExpected: loaded });
      } finally {
        await network.close();
      }
    });
  });

  it('a changed value is found in its chunk, with the range of its keys', async () => {
    await copied([SCHEMA, COPY], async (folder, loaded) => {
      expect(loaded).toMatchObject({ ok: true, state: 'done', warnings: [] });
      expect(await compared(folder)).toMatchObject({ ok: true, errors: [] });
      const chunks = await chunksOf(folder, 't');
      expect(chunks.length).toBeGreaterThan(3);
      const third = chunks[2];
      const [region, id] = third?.first ?? [];
      await change(
        `UPDATE ${COPY}.t SET v = 'changed' WHERE region = '${region ?? ''}' AND id = ${id ?? ''}`,
      );
      const found = await compared(folder);
      expect(found.state).toBe('failed');
      expect(found.errors).toHaveLength(1);
      expect(found.errors[0]).toMatchObject({ code: 'rows-differ', table: `${COPY}.t`, chunk: third?.file });
      expect(found.errors[0]?.message).toContain(`from the key (${region ?? ''}, ${id ?? ''}) on`);
      expect(found.errors[0]?.message).toContain('with other values');
    });
  });

  it('a row put in the place of another is found, also where the key is bytes or where there is none', async () => {
    await copied([SCHEMA, COPY], async (folder) => {
      const last = (await chunksOf(folder, 'b')).slice(-1)[0];
      await change(
        `UPDATE ${COPY}.b SET id = 'zzzz' ORDER BY id DESC LIMIT 1`,
        `DELETE FROM ${COPY}.heap WHERE w = 5`,
        `INSERT INTO ${COPY}.heap SELECT * FROM ${COPY}.heap WHERE w = 6`,
      );
      const found = await compared(folder);
      expect(found.errors.map(({ table, chunk }) => [table, chunk])).toEqual([
        [`${COPY}.b`, last?.file],
        [`${COPY}.heap`, undefined],
      ]);
      const states = found.verdicts.map(({ table, checks }) => [
        table,
        checks.find(({ kind }) => kind === 'checksum')?.state,
      ]);
      expect(Object.fromEntries(states)).toEqual({ t: 'ok', b: 'failed', heap: 'failed' });
    });
  });

  it('a source that was written to since is a warning, and the copy is still proved', async () => {
    await copied([SCHEMA, COPY], async (folder) => {
      expect(await compared(folder, true)).toMatchObject({ state: 'done', warnings: [] });
      await change(`UPDATE ${SCHEMA}.heap SET w = -1 WHERE w = 5`);
      const found = await compared(folder, true);
      await change(`UPDATE ${SCHEMA}.heap SET w = 5 WHERE w = -1`);
      expect(found).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(found.warnings).toMatchObject([{ code: 'source-differs', table: `${SCHEMA}.heap` }]);
    });
  });

  it('a column that differs on the target is not checked, and the result says so', async () => {
    await copied([SCHEMA, COPY], async (folder) => {
      await change(`ALTER TABLE ${COPY}.heap MODIFY v VARCHAR(90)`, `UPDATE ${COPY}.heap SET v = 'q'`);
      const found = await compared(folder);
      expect(found.warnings).toMatchObject([{ code: 'rows-not-compared', table: `${COPY}.heap` }]);
      expect(found.errors.map(({ code }) => code)).toEqual(['definition-differs']);
    });
  });
});
