import { readFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoadOptions } from '../../app/contract/runs/options';
import type { RunResult } from '../../app/contract/runs/result';
import { readDump } from '../../app/format/read/reader';
import { schemaFingerprint } from '../fixtures/fingerprint';
import {
  compareWithDump,
  dumpSchema,
  ENGINE_FILE,
  loadDump,
  newRegistry,
  SABOTEUR_FILE,
  verifyDump,
  withFolder,
} from './harness/runs';
import { dropSchemas, withPlain } from './harness/servers';
import { openEngine } from '../../app/engine/open';

const SCHEMA = 'sabotaged';
const COPY = 'sabotaged_copy';
const ROWS = 20_000;

/**
 * An engine that lies must be found out. Each sabotage breaks the engine in one way (native/engine/support/sabotage.h);
 * each check below is green on the honest engine and must be red on the saboteur.
 */
const CHECKS = {
  'the rows of the dump are those of the source': async (folder: string, dumped: RunResult) => {
    expect(dumped.errors).toEqual([]);
    expect(dumped.rows).toBe(ROWS);
    const [table] = (await readDump(folder)).schemas[0]?.tables ?? [];
    expect(table?.rows).toBe(ROWS);
  },
  'the chunks’ numbers ascend with their keys': async (folder: string) => {
    const facts = (await readDump(folder)).schemas[0]?.tables[0]?.chunks ?? [];
    const firsts: number[] = [];
    for (const { file } of facts) firsts.push(await firstKeyOf(join(folder, file)));
    expect(facts.length).toBeGreaterThan(2);
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
  },
  'a dump that says it is done is whole': async (folder: string) => {
    const verified = await verifyDump(newRegistry(), folder);
    expect(verified.errors).toEqual([]);
    expect(verified.rows).toBe(ROWS);
  },
} as const;

async function firstKeyOf(file: string): Promise<number> {
  return Number(/^(\d+)\t/.exec(await readFile(file, 'latin1'))?.[1]);
}

describe('the saboteur', () => {
  beforeAll(async () => {
    await withPlain('mysql', async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, v VARCHAR(100), KEY v (v))`);
      const values = Array.from({ length: ROWS }, (_, id) => `(${id}, REPEAT(CHAR(97 + ${id % 26}), 60))`);
      await connection.query(`INSERT INTO ${SCHEMA}.t VALUES ${values.join(', ')}`);
    });
  });

  beforeEach(() => {
    delete process.env.SLUICE_SABOTAGE;
  });

  afterAll(async () => {
    delete process.env.SLUICE_SABOTAGE;
    await dropSchemas('mysql', SCHEMA, COPY);
  });

  it('is not in the engine that users run', () => {
    expect(openEngine(ENGINE_FILE).sabotages()).toEqual([]);
    expect([...openEngine(SABOTEUR_FILE).sabotages()].sort()).toEqual(
      [
        ...['double-row', 'drop-row', 'report-early', 'skip-index', 'split-transaction', 'swap-chunks'],
        'change-value',
      ].sort(),
    );
  });

  it.each([
    ['drop-row', 'the rows of the dump are those of the source'],
    ['double-row', 'the rows of the dump are those of the source'],
    ['swap-chunks', 'the chunks’ numbers ascend with their keys'],
    ['report-early', 'a dump that says it is done is whole'],
  ] as const)('%s in a dump turns red: %s', async (sabotage, check) => {
    expect(await outcomeOf(null, CHECKS[check])).toBe('green');
    expect(await outcomeOf(sabotage, CHECKS[check])).toBe('red');
  });

  it('skip-index in a load turns red: the load itself finds that a definition differs', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dump(null, folder)).ok).toBe(true);
      const honest = await load(null, folder);
      expect(honest.errors).toEqual([]);
      await withPlain('mysql', async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, SCHEMA),
        );
      });
      const sabotaged = await load('skip-index', folder);
      expect(sabotaged).toMatchObject({ ok: false, state: 'failed' });
      expect(sabotaged.errors[0]).toMatchObject({ code: 'definition-differs', table: `${COPY}.t` });
    });
  });

  it('report-early in a load turns red: the target is not what the dump says', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dump(null, folder)).ok).toBe(true);
      expect((await load(null, folder)).ok).toBe(true);
      expect(await compare(folder)).toMatchObject({ ok: true, rows: ROWS });
      await load('report-early', folder);
      const compared = await compare(folder);
      expect(compared).toMatchObject({ ok: false, state: 'failed' });
      expect(compared.errors[0]).toMatchObject({ code: 'rows-differ', table: `${COPY}.t` });
    });
  });

  it('change-value in a load turns red: checksums of the rows name the chunk, where counting them says nothing', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dump(null, folder)).ok).toBe(true);
      const [table] = (await readDump(folder)).schemas[0]?.tables ?? [];
      expect((await load('change-value', folder)).ok).toBe(true);
      const honest = await load(null, folder, 'checksum');
      expect(honest).toMatchObject({ ok: true, state: 'done' });
      const sabotaged = await load('change-value', folder, 'checksum');
      expect(sabotaged).toMatchObject({ ok: false, state: 'failed' });
      expect(sabotaged.errors).toHaveLength(1);
      expect(sabotaged.errors[0]).toMatchObject({
        ...{ code: 'rows-differ', table: `${COPY}.t`, chunk: table?.chunks[0]?.file },
        message: expect.stringContaining('with other values') as string,
      });
    });
  });

  async function outcomeOf(
    sabotage: string | null,
    check: (folder: string, dumped: RunResult) => Promise<void>,
  ): Promise<'green' | 'red'> {
    return await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dump(sabotage, folder);
      return await check(folder, dumped).then(
        () => 'green',
        () => 'red',
      );
    });
  }

  function dump(sabotage: string | null, folder: string): Promise<RunResult> {
    return dumpSchema(engineWith(sabotage), {
      vendor: 'mysql',
      schema: SCHEMA,
      folder,
      threads: 2,
      bytesPerChunk: 131_072,
      compression: { kind: 'none' },
    });
  }

  async function load(
    sabotage: string | null,
    folder: string,
    verify: LoadOptions['verify'] = 'rows',
  ): Promise<RunResult> {
    await dropSchemas('mysql', COPY);
    return await loadDump(engineWith(sabotage), {
      vendor: 'mysql',
      folder,
      threads: 2,
      indexes: 'defer',
      schemaMap: { [SCHEMA]: COPY },
      verify,
    });
  }

  async function compare(folder: string): Promise<RunResult> {
    return await compareWithDump(newRegistry(), {
      ...{ vendor: 'mysql', folder, threads: 1 },
      schemaMap: { [SCHEMA]: COPY },
    });
  }

  function engineWith(sabotage: string | null) {
    if (sabotage === null) {
      delete process.env.SLUICE_SABOTAGE;
      return newRegistry();
    }
    process.env.SLUICE_SABOTAGE = sabotage;
    return newRegistry(SABOTEUR_FILE);
  }
});
