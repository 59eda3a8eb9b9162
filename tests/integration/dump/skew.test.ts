import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/options';
import { patternOf } from '../../../app/contract/pattern';
import { testVendors } from '../../servers/test-server';
import { newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'skew';
const ROWS = 12_000;
const LANES = 4;
/**
 * Of what the busiest lane moves. Most of the difference is the first lane's start, before there is a range to share
 * (0.84 to 0.9 measured, on a machine six times overloaded). A lane that was given the empty half moves next to nothing.
 */
const LEAST_SHARE = 0.6;

/** Keys whose halves by value are far from halves by rows. */
const TABLES = [
  {
    name: 'nine_tenths_under_one_value',
    key: 'a INT, b INT',
    values: 'IF(i % 10 = 0, i, 4321), i',
    parts: 'a, b',
  },
  // All but a hundred rows lie in a hundred-millionth of the range.
  {
    name: 'sparse',
    key: 'k BIGINT',
    values: 'IF(i < 100, i * 90000000000000000, 4000000000000000000 + i)',
    parts: 'k',
  },
] as const;

/**
 * The server takes the same time for every row, whatever the machine is busy with: so a lane has moved as many rows as
 * it had work, and lanes that had work to the end have moved the same number.
 */
const SLOWLY = 'SLEEP(0.0003) = 0';

describe.each(testVendors)('a skewed key, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(() =>
    withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.numbers (i INT PRIMARY KEY)`);
      const numbers = Array.from({ length: ROWS }, (_, i) => `(${i})`).join(',');
      await connection.query(`INSERT INTO ${SCHEMA}.numbers VALUES ${numbers}`);
      for (const { name, key, values, parts } of TABLES) {
        const columns = `${key}, ballast CHAR(200) CHARACTER SET latin1 NOT NULL, more CHAR(200) CHARACTER SET latin1 NOT NULL`;
        // The server's own thread must not count again while some rows are in.
        await connection.query(
          `CREATE TABLE ${SCHEMA}.${name} (${columns}, PRIMARY KEY (${parts})) STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0`,
        );
        await connection.query(
          `INSERT INTO ${SCHEMA}.${name} SELECT ${values}, REPEAT('x', 200), REPEAT('y', 200) FROM ${SCHEMA}.numbers ORDER BY i`,
        );
        await connection.query(`ANALYZE TABLE ${SCHEMA}.${name}`);
      }
    }),
  );
  afterAll(() => dropSchemas(vendor, SCHEMA));

  it.each(TABLES.map(({ name }) => name))('keeps no lane from its share of the work: %s', async (table) => {
    await withFolder(async (parent) => {
      const { runId } = registry.startDump(vendor, {
        endpoint: testEndpoint(vendor),
        folder: join(parent, 'dump'),
        options: {
          ...DUMP_DEFAULTS,
          selection: {
            ...selecting([{ kind: 'table', schema: SCHEMA, name: patternOf(table) }]),
            where: [{ schema: SCHEMA, table, condition: SLOWLY }],
          },
          threads: LANES,
          bytesPerChunk: 131_072,
          compression: { kind: 'none' },
        },
      });
      expect(await registry.finished(runId)).toMatchObject({ ok: true, rows: ROWS });
      const rows = registry.view(runId).lanes.map((lane) => lane.rows);
      expect(rows).toHaveLength(LANES);
      expect(Math.min(...rows)).toBeGreaterThan(LEAST_SHARE * Math.max(...rows));
    });
  });
});
