import { mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Addon } from '../../../app/engine/addon';
import type { EngineFailure } from '../../../app/engine/events';
import { withKeptScans, type ScanCache } from '../../../app/engine/scan/kept-scans';
import type {
  EngineKnownRows,
  EngineScanSpec,
  EngineScriptEnd,
  EngineScriptItem,
  EngineScriptRows,
} from '../../../app/engine/scan/scans';

const MIB = 1 << 20;

/** Values in memory, which outlive the engines. */
class Cache implements ScanCache {
  readonly values = new Map<string, unknown>();

  get(key: string): Promise<unknown> {
    return Promise.resolve(this.values.get(key) ?? null);
  }
  put(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
  drop(key: string): Promise<void> {
    this.values.delete(key);
    return Promise.resolve();
  }
}

const rows = (table: string, offset: number, length = 16 * MIB): EngineScriptRows => ({
  ...{
    kind: 'rows',
    verb: 'insert',
    hasByteNames: false,
    schema: null,
    table,
    columns: ['secret'],
    offset,
    length,
  },
  ...{ rows: 9, line: 3, lines: 8, isComputed: false, nulls: 1, zeros: 0, numbers: [0], notYears: [] },
  ...{ notOwnTexts: [1], backward: 2, plain: 1, notUtf8: 0, charsets: ['', 'latin1'], charset: 'utf8mb4' },
  ...{ backslashesEscape: true, ansiQuotes: false },
});
const end = (more: Partial<EngineScriptEnd> = {}): EngineScriptEnd => ({
  ...{ kind: 'end', bytes: 64 * MIB, lines: 99, cut: null },
  ...more,
});
const cut = { line: 9, lastLine: 3, within: 'text', isDelivered: false } as const;
const failure: EngineFailure = {
  ...{ code: 'dump-damaged', message: { key: 'scriptChanged', parameters: {} } },
} as unknown as EngineFailure;

let folder: string;
let path: string;
let cache: Cache;
let content: readonly EngineScriptItem[];
let outcome: EngineFailure | null;
let version: string;
let specs: EngineScanSpec[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-kept-'));
  path = join(folder, 'a.sql');
  writeFileSync(path, 'abc');
  cache = new Cache();
  content = [rows('t', 100), rows('t', 100 + 16 * MIB), end()];
  outcome = null;
  version = '1';
  specs = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Scans the script as a new process does; gives what the engine was told to know. */
async function scan(more: Partial<EngineScanSpec> = {}): Promise<readonly EngineKnownRows[] | undefined> {
  const engine = {
    version: () => ({ engine: version }),
    scanScript: (spec: EngineScanSpec) => {
      specs.push(spec);
      const batches = [content, outcome].values();
      return { next: () => Promise.resolve(batches.next().value ?? null), readBytes: () => 7 };
    },
  } as unknown as Addon;
  const spec: EngineScanSpec = { path, compression: 'none', entry: null, ends: 'client', bytesPerRun: 16 };
  const running = withKeptScans(engine, cache).scanScript({ ...spec, ...more });
  expect(running.readBytes()).toBe(0);
  expect(await running.next()).toBe(content);
  expect(await running.next()).toBe(outcome);
  expect(running.readBytes()).toBe(7);
  return specs.pop()?.known;
}

const places = (known: readonly EngineKnownRows[] | undefined) => known?.map(({ offset }) => offset);

describe('withKeptScans', () => {
  it('tells the next scan of a file where its rows lie, without a text of it', async () => {
    expect(await scan()).toBeUndefined();
    const known = await scan();
    expect(places(known)).toEqual([100, 100 + 16 * MIB]);
    expect(content[0]).toMatchObject(known?.[0] ?? {});
    const kept = JSON.stringify([...cache.values]);
    expect(kept).not.toMatch(/secret|a\.sql/);
    expect(await scan()).toEqual(known);
  });

  it.each([
    ['another size', () => writeFileSync(path, 'abcd')],
    ['another time', () => utimesSync(path, 1000, 1000)],
    [
      'other bytes of its size and time',
      () => {
        const { atime, mtime, ctimeMs } = statSync(path);
        // Until the file system's clock has gone on.
        do {
          writeFileSync(path, 'abx');
          utimesSync(path, atime, mtime);
        } while (statSync(path).ctimeMs === ctimeMs);
      },
    ],
    [
      'another file in its place',
      () => {
        writeFileSync(`${path}.new`, 'abc');
        renameSync(`${path}.new`, path);
      },
    ],
    ['another engine', () => void (version = '2')],
  ])('knows nothing of %s', async (_what, change) => {
    await scan();
    change();
    expect(await scan()).toBeUndefined();
  });

  it('knows nothing of a file that is read in another way', async () => {
    await scan();
    expect(await scan({ ends: 'line' })).toBeUndefined();
    expect(await scan({ bytesPerRun: 17 })).toBeUndefined();
    expect(await scan({ compression: 'gzip' })).toBeUndefined();
  });

  it.each([
    ['a small script', [rows('t', 100), end({ bytes: 31 * MIB })]],
    ['a script that is cut', [rows('t', 100), end({ cut })]],
    ['a script without rows', [end()]],
    ['one of small tables', [rows('a', 100, 1000), rows('b', 2000, 1000), end()]],
    [
      'one of too many ranges',
      [...Array.from({ length: 50_001 }, (_, at) => rows('t', at * 100, 50)), end()],
    ],
  ])('keeps nothing of %s', async (_what, items) => {
    content = items;
    await scan();
    expect(cache.values.size).toBe(0);
  });

  it('keeps all rows of a head that follow each other, or none', async () => {
    const small = [rows('b', 40 * MIB, 1000), rows('b', 41 * MIB, 1000)];
    content = [rows('a', 100), rows('a', 20 * MIB, 9), ...small, rows('a', 50 * MIB, 9), end()];
    await scan();
    expect(places(await scan())).toEqual([100, 20 * MIB]);
  });

  it('keeps nothing of a file that changed while it was scanned', async () => {
    const engine = {
      version: () => ({ engine: version }),
      scanScript: () => {
        const batches = [content].values();
        return {
          next: () => {
            utimesSync(path, 1000, 1000);
            return Promise.resolve(batches.next().value ?? null);
          },
        };
      },
    } as unknown as Addon;
    const spec: EngineScanSpec = { path, compression: 'none', entry: null, ends: 'client', bytesPerRun: 16 };
    const running = withKeptScans(engine, cache).scanScript(spec);
    while ((await running.next()) !== null);
    expect(cache.values.size).toBe(0);
  });

  it('forgets what turns out not to be so', async () => {
    await scan();
    outcome = failure;
    expect(await scan()).toHaveLength(2);
    outcome = null;
    expect(await scan()).toBeUndefined();
    content = [rows('t', 100), rows('t', 101 + 16 * MIB), end()];
    expect(await scan()).toHaveLength(2);
    expect(await scan()).toBeUndefined();
  });

  it.each([
    ['no rows', { offset: 1 }],
    ['half of them', [{ offset: 1 }]],
    ['a place before the file', [{ ...rows('t', -1) }]],
  ])('knows nothing where %s were kept', async (_what, value) => {
    await scan();
    const [key = ''] = cache.values.keys();
    cache.values.set(key, value);
    expect(await scan()).toBeUndefined();
  });

  it('leaves copies of standard input, and a file that is missing, to the engine', async () => {
    const copy = join(folder, `stdin-${'0'.repeat(64)}.sql`);
    writeFileSync(copy, 'abc');
    const engine = { scanScript: (spec: EngineScanSpec) => spec } as unknown as Addon;
    const spec: EngineScanSpec = {
      path: copy,
      compression: 'none',
      entry: null,
      ends: 'client',
      bytesPerRun: 16,
    };
    expect(withKeptScans(engine, cache).scanScript(spec)).toBe(spec);
    await scan({ path: join(folder, 'missing.sql') });
    expect(cache.values.size).toBe(0);
  });
});
