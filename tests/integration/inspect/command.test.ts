import { readFile, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inspection } from '../../../app/contract/pages/inspection';
import type { Comparison } from '../../../app/inspect/compare';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { createSubject, fileOf, whileExported } from './subject';

const SCHEMA = 'inspect_command';

describe.each(testVendors)('sluice inspect, %s', (vendor) => {
  beforeAll(() =>
    withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
    }),
  );

  afterAll(() => dropSchemas(vendor, SCHEMA));

  async function inspect(...arguments_: readonly string[]) {
    const { user, port, password } = testServer(vendor);
    const run = await runSluice(
      [
        'inspect',
        '--target',
        `mysql://${user}@127.0.0.1:${port}`,
        '--tables',
        `${SCHEMA}.t`,
        '--json',
        ...arguments_,
      ],
      { SLUICE_PASSWORD: password },
    );
    expect(run.exitCode).toBe(0);
    return JSON.parse(run.output) as Inspection;
  }

  it('keeps what was before, and compares it with what a load in order made of it', async () => {
    await withFolder(async (folder) => {
      const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
      await withPlain(vendor, (connection) => createSubject(connection, `${SCHEMA}.t`));
      const shuffled = await inspect('--save', before);
      await withPlain(vendor, (connection) => createSubject(connection, `${SCHEMA}.t`, { shuffled: false }));
      const sorted = await inspect('--save', after);
      expect(shuffled.indexes[0]?.outOfOrderPct).toBeGreaterThan(0);
      expect(sorted.indexes[0]?.outOfOrderPct).toBe(0);
      expect(JSON.parse(await readFile(before, 'utf8'))).toEqual(shuffled);

      const run = await runSluice(['inspect', '--compare', before, after, '--json'], {});
      const comparison = JSON.parse(run.output) as Comparison;
      const [primary] = comparison.indexes;
      expect(primary?.before).toEqual(shuffled.indexes[0]);
      expect(primary?.after).toEqual(sorted.indexes[0]);
      expect(primary?.change.outOfOrderPct).toBe(-(shuffled.indexes[0]?.outOfOrderPct ?? 0));
    });
  });

  it.each(['stats', 'buffer', 'file'])('takes the figures from the chosen source: %s', async (tier) => {
    await withPlain(vendor, (connection) => createSubject(connection, `${SCHEMA}.t`));
    const inspection = await inspect('--tier', tier);
    expect(inspection.tables[0]?.tier).toBe(
      { stats: 'statistics', buffer: 'buffer-pool', file: 'file' }[tier],
    );
    expect(inspection.indexes.map(({ name }) => name)).toEqual(['PRIMARY', 'k_1']);
  });

  it('reads a file alone, clustered index first', async () => {
    await withPlain(vendor, async (connection) => {
      await createSubject(connection, `${SCHEMA}.t`);
      await whileExported(connection, `${SCHEMA}.t`, async () => {
        const file = fileOf(vendor, SCHEMA, 't');
        const { indexes } = JSON.parse(
          (await runSluice(['inspect', '--ibd', file, '--json'], {})).output,
        ) as Inspection;
        expect(indexes).toHaveLength(2);
        expect(indexes[0]?.leafPages).toBeGreaterThan(indexes[1]?.leafPages ?? Infinity);
        expect(indexes[0]?.indexId).toBeLessThan(indexes[1]?.indexId ?? 0);
      });
    });
  });
});

describe('sluice inspect', () => {
  it('says in one clear sentence what is wrong with a file', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'notes.ibd');
      await writeFile(file, 'no tablespace at all\n'.repeat(1000));
      const run = await runSluice(['inspect', '--ibd', file, '--json'], {});
      expect(run.exitCode).toBe(5);
      expect(run.result).toMatchObject({
        ok: false,
        errors: [{ code: 'not-a-tablespace', message: 'notes.ibd does not begin like an InnoDB tablespace' }],
      });
    });
  });

  it.each([
    [[]],
    [['--target', 'mysql://root@127.0.0.1']],
    [['--target', 'mysql://root@127.0.0.1', '--ibd', 'a.ibd']],
    [['--compare', 'a.json']],
    [['--ibd', 'a.ibd', '--tier', 'guess']],
  ])('refuses %j as wrong usage', async (arguments_) => {
    const run = await runSluice(['inspect', ...arguments_, '--json'], {});
    expect(run.exitCode).toBe(2);
    expect(run.result.errors[0]?.code).toBe('usage');
  });
});
