import { mkdirSync, readdirSync, readFileSync, statSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sakilaStatements } from '../../fixtures/sakila';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { DirectOutput } from '../../../app/convert/direct';
import { writtenFormats, type WrittenFormat } from '../../../app/contract/dump-output';
import { CSV_DEFAULTS } from '../../../app/convert/request';
import { patternOf } from '../../../app/contract/commands/pattern';
import { DUMP_DEFAULTS, selecting, type DumpOptions } from '../../../app/contract/runs/options';
import type { RunResult } from '../../../app/contract/runs/result';
import type { DumpOutput } from '../../../app/dump/rows';
import { openEngine } from '../../../app/engine/open';
import { FACTS_FILE } from '../../../app/format/names';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const SAKILA = { location: '', textEngine: 'InnoDB' } as const;
const SCHEMAS = ['sakila', TYPE_MATRIX_SCHEMA];
/** A server reads its parts on as many lanes as there are. */
const PARTED = 'direct_parts';

describe.each(testVendors)('a dump of %s that is written in another format as it comes', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  beforeAll(async () => {
    await dropSchemas(vendor, 'sakila', PARTED);
    await withPlain(vendor, async (connection) => {
      await createTypeMatrix(connection, vendor);
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
      await connection.query(`CREATE DATABASE ${PARTED}`);
      await connection.query(`CREATE TABLE ${PARTED}.t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(400))`);
      await connection.query(`INSERT INTO ${PARTED}.t (v) VALUES (REPEAT('it''s\\n', 60))`);
      for (let doubling = 0; doubling < 16; doubling += 1)
        await connection.query(
          `INSERT INTO ${PARTED}.t (v) SELECT CONCAT(id, v) FROM ${PARTED}.t LIMIT 40000`,
        );
      await connection.query(`ANALYZE TABLE ${PARTED}.t`);
    });
  });
  afterAll(() => dropSchemas(vendor, ...SCHEMAS, PARTED));

  async function dumpAs(
    folder: string,
    out: string,
    format: WrittenFormat,
    options: Partial<DumpOptions> = {},
    schemas = SCHEMAS,
    watched: (output: DirectOutput) => DumpOutput = (output) => output,
  ): Promise<RunResult> {
    const output = await DirectOutput.begin({
      engine,
      sluiceVersion: '0.0.0-test',
      place: { kind: 'path', path: out },
      format,
      split: null,
      destination: null,
      compression: { kind: 'none' },
      csv: CSV_DEFAULTS,
    });
    try {
      const selection = selecting(schemas.map((schema) => ({ kind: 'schema', schema: patternOf(schema) })));
      const request = { endpoint: testEndpoint(vendor), folder, output: watched(output) };
      const { runId } = registry.startDump(vendor, {
        ...request,
        options: { ...DUMP_DEFAULTS, selection, ...options },
      });
      return await registry.finished(runId);
    } finally {
      await output.discard();
    }
  }

  it.each(writtenFormats)('has the bytes of a conversion of the dump, as %s', async (format) => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'dump');
      // Parquet has no zero dates; parquet.test.ts has the rest of the type matrix.
      const schemas = format === 'parquet' ? ['sakila', PARTED] : SCHEMAS;
      await dumpSchemas(registry, vendor, dump, schemas);
      const report = await convertDump(dump, join(folder, 'converted'), { format });
      const expected = contentOf(join(folder, 'converted'));
      for (const threads of [1, 4]) {
        const out = join(folder, `out${threads}`);
        const result = await dumpAs(join(folder, `work${threads}`), out, format, { threads }, schemas);
        expect(result.errors).toEqual([]);
        expect(result).toMatchObject({ ok: true, rows: report.rows, storedBytes: report.storedBytes });
        expect(differing(contentOf(out), expected)).toEqual([]);
      }
    });
  });

  it('counts a table that several lanes read, and leaves no trace of their parts', async () => {
    await withFolder(async (folder) => {
      const small = { memoryLimitBytes: 64 << 20 };
      const one = await dumpAs(
        join(folder, 'work1'),
        join(folder, 'a.sql'),
        'sql',
        { ...small, threads: 1 },
        [PARTED],
      );
      const four = await dumpAs(
        join(folder, 'work4'),
        join(folder, 'b.sql'),
        'sql',
        { ...small, threads: 4 },
        [PARTED],
      );
      expect([one.ok, four.ok]).toEqual([true, true]);
      expect(four.verdicts[0]?.checks[0]).toMatchObject({ kind: 'rows', state: 'ok' });
      expect(four.memoryPeakBytes).toBeLessThan(small.memoryLimitBytes);
      expect(readFileSync(join(folder, 'b.sql')).equals(readFileSync(join(folder, 'a.sql')))).toBe(true);
    });
  });

  it('is what a folder of definitions alone is converted to', async () => {
    await withFolder(async (folder) => {
      const dump = join(folder, 'dump');
      const selection = {
        ...selecting(SCHEMAS.map((schema) => ({ kind: 'schema', schema: patternOf(schema) }))),
        content: 'structure' as const,
      };
      await dumpSchemas(registry, vendor, dump, SCHEMAS, { selection });
      await convertDump(dump, join(folder, 'a.sql'));
      const result = await dumpAs(join(folder, 'work'), join(folder, 'b.sql'), 'sql', { selection });
      expect(result.errors).toEqual([]);
      expect(readFileSync(join(folder, 'b.sql')).equals(readFileSync(join(folder, 'a.sql')))).toBe(true);
    });
  });

  it('makes no files of documents, and those of definitions before the last row is there', async () => {
    await withFolder(async (folder) => {
      const [work, out] = [join(folder, 'work'), join(folder, 'out')];
      let [documents, definitions]: (readonly string[])[] = [[], []];
      const watched = (output: DirectOutput): DumpOutput => ({
        spec: output.spec,
        parts: (dump) => {
          documents = readdirSync(work);
          return output.parts(dump);
        },
        publish: (written) => {
          const [hidden = ''] = readdirSync(folder).filter((name) => name.startsWith('.out.writing-'));
          definitions = readdirSync(join(folder, hidden)).filter((name) => name.endsWith('.sql'));
          return output.publish(written);
        },
      });
      const result = await dumpAs(work, out, 'csv', {}, ['sakila'], watched);
      expect(result.errors).toEqual([]);
      expect(documents).toEqual([FACTS_FILE]);
      expect(definitions).toHaveLength(16);
    });
  });

  it('leaves nothing where its output is taken meanwhile', async () => {
    await withFolder(async (folder) => {
      const out = join(folder, 'out');
      const running = dumpAs(join(folder, 'work'), out, 'csv', {}, [PARTED]);
      for (;;) {
        if (readdirSync(folder).some((name) => name.startsWith('.out.writing-'))) break;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      mkdirSync(out);
      expect((await running).errors[0]?.code).toBe('folder-not-empty');
      expect(readdirSync(folder)).toEqual(['out']);
    });
  });
});

/** The bytes of a file, or of all files of a flat folder, by name. */
function contentOf(path: string): ReadonlyMap<string, Buffer> {
  if (statSync(path).isFile()) return new Map([['', readFileSync(path)]]);
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
}

/** Names of files that only one side has, or that differ. */
function differing(left: ReadonlyMap<string, Buffer>, right: ReadonlyMap<string, Buffer>): readonly string[] {
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter((name) => right.get(name)?.equals(left.get(name) ?? Buffer.alloc(1)) !== true);
}
