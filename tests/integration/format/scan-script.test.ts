import { join } from 'path';
import { writeFile } from 'fs/promises';
import { gzipSync } from 'zlib';
import { describe, expect, it } from 'vitest';
import type { EngineKnownRows, EngineScanSpec, EngineScriptItem } from '../../../app/engine/scan/scans';
import type { EngineFailure } from '../../../app/engine/events';
import { openEngine } from '../../../app/engine/open';
import { TOOL_SCRIPTS } from '../../fixtures/scripts/tool-scripts';
import { ENGINE_FILE, withFolder } from '../harness/runs';

const engine = openEngine(ENGINE_FILE);

/** All items of a script, or the failure that its scan ends with. */
async function scan(
  script: string | Buffer,
  more: Partial<EngineScanSpec> = {},
  mostReadBytes?: number,
): Promise<EngineFailure | readonly EngineScriptItem[]> {
  return await withFolder(async (folder) => {
    const path = join(folder, 'dump.sql');
    await writeFile(path, script);
    const found: EngineScriptItem[] = [];
    const running = engine.scanScript({
      path,
      compression: 'none',
      entry: null,
      ends: 'client',
      bytesPerRun: 1000,
      ...more,
    });
    for (;;) {
      const next = await running.next();
      if (next === null) {
        if (mostReadBytes === undefined) expect(running.readBytes()).toBe(script.length);
        else expect(running.readBytes()).toBeLessThan(mostReadBytes);
        expect(await running.next()).toBeNull();
        return found;
      }
      if (!('length' in next)) {
        expect(await running.next()).toBeNull();
        return next;
      }
      found.push(...next);
    }
  });
}

const SCRIPT = `-- MySQL dump 10.13
mysqldump: [Warning] x
SET NAMES gbk;
INSERT IGNORE INTO s.t (a, b) VALUES (1,'x'),
(NOW(),2);
REPLACE t VALUES (1);
SELECT 'open`;

const ITEMS = [
  { kind: 'comment', text: Buffer.from('-- MySQL dump 10.13'), offset: 0, line: 1 },
  { kind: 'noise', text: Buffer.from('mysqldump: [Warning] x'), offset: 20, line: 2 },
  { kind: 'statement', text: Buffer.from('SET NAMES gbk'), offset: 43, line: 3 },
  {
    ...{
      kind: 'rows',
      hasByteNames: false,
      verb: 'insert-ignore',
      schema: 's',
      table: 't',
      columns: ['a', 'b'],
    },
    ...{
      offset: 95,
      length: 7,
      rows: 1,
      line: 4,
      isComputed: false,
      nulls: 0,
      zeros: 0,
      numbers: [0],
      notYears: [0],
      notOwnTexts: [],
      backward: 0,
      notUtf8: 0,
      plain: 3,
    },
    ...{ charset: 'gbk', charsets: [], lines: 0, backslashesEscape: true, ansiQuotes: false },
  },
  {
    ...{
      kind: 'rows',
      hasByteNames: false,
      verb: 'insert-ignore',
      schema: 's',
      table: 't',
      columns: ['a', 'b'],
    },
    ...{
      offset: 104,
      length: 9,
      rows: 1,
      line: 5,
      isComputed: true,
      nulls: 0,
      zeros: 0,
      numbers: [1],
      notYears: [1],
      notOwnTexts: [],
      backward: 0,
      notUtf8: 0,
      plain: 2,
    },
    ...{ charset: 'gbk', charsets: [], lines: 0, backslashesEscape: true, ansiQuotes: false },
  },
  {
    ...{ kind: 'rows', hasByteNames: false, verb: 'replace', schema: null, table: 't', columns: null },
    ...{
      offset: 132,
      length: 3,
      rows: 1,
      line: 6,
      isComputed: false,
      nulls: 0,
      zeros: 0,
      numbers: [0],
      notYears: [0],
      notOwnTexts: [],
      backward: 0,
      notUtf8: 0,
      plain: 1,
    },
    ...{ charset: 'gbk', charsets: [], lines: 0, backslashesEscape: true, ansiQuotes: false },
  },
  {
    kind: 'end',
    bytes: 149,
    lines: 7,
    cut: { line: 7, lastLine: 6, within: 'text', isDelivered: false },
  },
];

function rowsOf(items: Awaited<ReturnType<typeof scan>>): readonly EngineKnownRows[] {
  if ('code' in items) throw new Error(items.code);
  return items.flatMap((item) => (item.kind === 'rows' ? [item] : []));
}

describe('scanScript', () => {
  it('gives the items of a script', async () => {
    expect(await scan(SCRIPT)).toEqual(ITEMS);
    expect(await scan('')).toEqual([{ kind: 'end', bytes: 0, lines: 0, cut: null }]);
  });

  it('reads a script that gzip has compressed', async () => {
    expect(await scan(gzipSync(SCRIPT), { compression: 'gzip' })).toEqual(ITEMS);
    expect(await scan(gzipSync(SCRIPT).subarray(0, 40), { compression: 'gzip' })).toMatchObject({
      code: 'dump-damaged',
      message: { key: 'fileEndsEarly', parameters: { file: 'dump.sql' } },
    });
  });

  it('cuts runs of rows where it is told to', async () => {
    const script = `INSERT INTO t VALUES ${Array.from({ length: 100 }, (_, row) => `(${row})`).join()};`;
    const items = await scan(script, { bytesPerRun: 100 });
    expect(items).toHaveLength(6);
  });

  it.each([...TOOL_SCRIPTS, { tool: 'mysqldump, of all kinds', text: SCRIPT }])(
    'gives the same where rows of $tool are known',
    async ({ text }) => {
      const bytes = Buffer.from(text);
      const items = await scan(bytes);
      expect(await scan(bytes, { known: rowsOf(items) })).toEqual(items);
      const packed = { compression: 'gzip', known: rowsOf(items) } as const;
      expect(await scan(gzipSync(bytes), packed)).toEqual(items);
    },
  );

  it('reads only what stands between rows that are known', async () => {
    const rows = Array.from({ length: 300_000 }, (_, row) => `(${row},\n'${'x'.repeat(30)}')`);
    const script = `SELECT 1;\nINSERT INTO t VALUES ${rows.join()};\nSELECT 2;\n`;
    const items = await scan(script, { bytesPerRun: 4 << 20 });
    const known = rowsOf(items);
    expect(known.length).toBeGreaterThan(2);
    // The first bytes are read before anything is known of them.
    const most = (1 << 20) + (known.length + 1) * (64 << 10);
    expect(await scan(script, { bytesPerRun: 4 << 20, known }, most)).toEqual(items);
  });

  it('gives a script of many statements in several batches', async () => {
    const statements = Array.from({ length: 5000 }, (_, at) => `SELECT ${at};`);
    expect(await scan(statements.join('\n'))).toHaveLength(5001);
  });

  it('answers with the failure of a file that is not there', async () => {
    const running = engine.scanScript({
      path: '/nowhere/dump.sql',
      compression: 'none',
      entry: null,
      ends: 'client',
      bytesPerRun: 1,
    });
    expect(await running.next()).toMatchObject({ code: 'dump-damaged', message: { key: 'fileMissing' } });
    expect(await running.next()).toBeNull();
  });

  it('refuses a call before the last one was answered, and a spec of another shape', async () => {
    const running = engine.scanScript({
      path: '/nowhere/dump.sql',
      compression: 'none',
      entry: null,
      ends: 'client',
      bytesPerRun: 1,
    });
    const first = running.next();
    expect(() => running.next()).toThrow('has not answered');
    await first;
    const spec = {
      path: '/a',
      compression: 'brotli',
      ends: 'client',
      bytesPerRun: 1,
    } as unknown as EngineScanSpec;
    expect(() => engine.scanScript(spec)).toThrow('spec.compression must be one of none, zstd, gzip, bzip2');
  });
});
