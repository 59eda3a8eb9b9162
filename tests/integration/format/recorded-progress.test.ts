import { mkdtemp, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_MEMORY_LIMIT_BYTES, LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { Cancellation } from '../../../app/engine/cancellation';
import type { EngineProgress } from '../../../app/engine/events';
import type { RunHooks } from '../../../app/engine/hooks';
import { openEngine } from '../../../app/engine/open';
import { compareWithTarget } from '../../../app/verify/target';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, ENGINE_FILE, newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';
import { FOREIGN_SHAPES, reshape } from './foreign-shapes';

const SCHEMA = 'recorded_progress';
const ZSTD = 'format 1.0.2, zstd in chunks, without a version of its own';
const ROWS = 400;
/** In name order, which is that of the run's tables. */
const TABLES = ['one', 'two', 'unsummed'];
const registry = newRegistry();

describe.each(testVendors)('progress of recorded checksums, %s', (vendor) => {
  let place = '';
  let folder = '';

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-recorded-'));
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const table of TABLES) {
      await connection.query(`CREATE TABLE ${table} (id INT PRIMARY KEY)`);
      await connection.query(
        `INSERT INTO ${table} WITH RECURSIVE n AS (SELECT 0 AS id UNION ALL SELECT id + 1 FROM n WHERE id < ${String(ROWS - 1)}) SELECT id FROM n`,
      );
    }
    await connection.end();
    const ours = join(place, 'ours');
    expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: ours })).errors).toEqual([]);
    const shape = FOREIGN_SHAPES[ZSTD];
    if (shape === undefined) throw new Error('There is no such shape.');
    folder = join(place, 'dump');
    await reshape(ours, folder, shape);
    // The sums themselves are of no interest here.
    const part = (boundary: string) => ({ checksum: '00', count: ROWS / 2, boundary });
    const half = ROWS / 2;
    const parts = { '0': part(`\`id\` < ${String(half)}`), '1': part(`\`id\` >= ${String(half)}`) };
    const table = { columns: ['id'], partitions: { '': parts } };
    const config = { version: '1.0.0', algorithm: 'bit_xor', hash: 'sha256' };
    const data = { [SCHEMA]: { one: table, two: table } };
    await writeFile(join(folder, '@.checksums.json'), JSON.stringify({ config, data }));
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await rm(place, { recursive: true, force: true });
  });

  it('names the table that each lane sums, and its rows are all compared in the end', async () => {
    const told: EngineProgress[] = [];
    let begun = -1;
    const nothing = () => undefined;
    const hooks: RunHooks = {
      ...{
        cancellation: new Cancellation(),
        stage: nothing,
        tables: nothing,
        job: nothing,
        retried: nothing,
      },
      ...{ historyList: nothing, leavesTarget: nothing, foundLoaded: nothing, notice: nothing },
      restartCounters: nothing,
      log: (_, text) => {
        if (text.includes('are computed and compared')) begun = told.length;
      },
      batch: ({ progress }) => {
        if (progress !== null) told.push(progress);
      },
    };
    const { errors } = await compareWithTarget(
      {
        ...{ ...LOAD_DEFAULTS, engine: openEngine(ENGINE_FILE), endpoint: testEndpoint(vendor), folder },
        ...{ verify: 'checksum', threads: 2, memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES },
      },
      hooks,
    );
    expect(errors.map(({ code }) => code)).toEqual(['rows-differ', 'rows-differ']);
    const last = new Map(told.flatMap(({ tables }) => tables).map((table) => [table.id, table]));
    for (const at of TABLES.keys()) expect(last.get(at)).toMatchObject({ state: 'done', rows: ROWS });
    expect(told[told.length - 1]).toMatchObject({ rows: TABLES.length * ROWS });
    expect(begun).toBeGreaterThan(0);
    const summing = told.slice(begun);
    const inHand = summing.flatMap(({ lanes }) => lanes).filter(({ phase }) => phase === 'verify');
    expect([...new Set(inHand.map(({ table }) => table))].sort()).toEqual([0, 1]);
    // A table is not done before its sums are.
    const [first] = summing.flatMap(({ tables }) => tables).filter(({ id }) => id === 0);
    expect(first?.state).toBe('verifying');
    expect(summing[summing.length - 1]?.lanes.map(({ phase }) => phase)).toEqual(['idle', 'idle']);
  });
});
