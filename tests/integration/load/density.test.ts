import { join } from 'path';
import { afterAll, describe, expect, it } from 'vitest';
import type { IndexLayout } from '../../../app/contract/pages/inspection';
import { inspectTables } from '../../../app/inspect/tables';
import { testVendors } from '../../servers/test-server';
import { newReader } from '../inspect/subject';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'density_src';
const COPY = 'density_copy';
/** About 85 MB of text: four lanes may share it, and take their turns at 16, 24 and 32 MiB. */
const ROWS = 440_000;
const DOUBLING_FROM = 1000;

describe.each(testVendors)('the pages of a table that several lanes have loaded, %s', (vendor) => {
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('are as full and in order as those of one lane, but for the edges between lanes', async () => {
    await fillTable();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const registry = newRegistry();
      const dumped = await dumpSchema(registry, {
        vendor,
        schema: SCHEMA,
        folder,
        bytesPerChunk: 4e6,
      });
      expect(dumped).toMatchObject({ ok: true, rows: ROWS });
      const load = async (threads: number) => {
        await dropSchemas(vendor, COPY);
        const loaded = await loadDump(registry, {
          vendor,
          folder,
          threads,
          indexes: 'defer',
          schemaMap: { [SCHEMA]: COPY },
        });
        expect(loaded).toMatchObject({ ok: true, rows: ROWS });
        const said = loaded.verdicts.flatMap(({ decisions }) => decisions ?? []).join(' ');
        expect(said.includes('One lane: MariaDB')).toBe(vendor === 'mariadb');
        return await layouts();
      };
      const one = await load(1);
      expect(one.primary.outOfOrderPct).toBe(0);
      expect(one.primary.fillPct).toBeGreaterThan(91.5);
      expect(one.secondary.fillPct).toBeGreaterThan(95);

      const four = await load(4);
      expect(four.primary.fillPct).toBeGreaterThan((one.primary.fillPct ?? 100) - 1.2);
      // There one lane of the four takes it, and the result says why.
      if (vendor === 'mariadb') expect(four.primary.outOfOrderPct).toBe(0);
      expect(four.primary.outOfOrderPct).toBeLessThan(3);
      expect(four.secondary.fillPct).toBeGreaterThan(95);
    });
  });

  async function fillTable(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `DROP DATABASE IF EXISTS ${SCHEMA}`,
        `CREATE DATABASE ${SCHEMA}`,
        `USE ${SCHEMA}`,
      ])
        await connection.query(statement);
      await connection.query(
        'CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL, pad CHAR(180) NOT NULL, KEY k_1 (k))',
      );
      const rows = Array.from({ length: DOUBLING_FROM }, (_, at) => [
        Math.imul(at, 0x9e3779b1) >> 1,
        'x'.repeat(180),
      ]);
      await connection.query('INSERT INTO t (k, pad) VALUES ?', [rows]);
      for (let count = DOUBLING_FROM; count < ROWS; count = Math.min(ROWS, count * 2))
        await connection.query(
          'INSERT INTO t (k, pad) SELECT (k * 31 + id) % 1000000007, pad FROM t LIMIT ?',
          [ROWS - count],
        );
    });
  }

  async function layouts(): Promise<{ readonly primary: IndexLayout; readonly secondary: IndexLayout }> {
    const { indexes } = await inspectTables({
      endpoint: testEndpoint(vendor),
      tables: [{ schema: COPY, table: 't' }],
      tier: 'file',
      mayFlush: true,
      mayLockRows: false,
      reader: newReader(),
    });
    const named = (name: string) => {
      const found = indexes.find((index) => index.name === name);
      if (found === undefined) throw new Error(`There is no index ${name}.`);
      return found;
    };
    return { primary: named('PRIMARY'), secondary: named('k_1') };
  }
});
