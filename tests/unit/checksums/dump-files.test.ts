import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../../app/engine/cancellation';
import type { EngineEvent } from '../../../app/engine/events';
import type { RunHooks } from '../../../app/engine/hooks';
import { readDataFiles } from '../../../app/checksums/dump-files';
import { quiet } from '../../../app/checksums/server';
import { batch, HandMadeEngine } from '../harness/engine';
import type { DumpTable } from '../../../app/format/read/dump';

const table = (name: string) => ({ schema: 'shop', name, chunks: [] }) as unknown as DumpTable;
const read = (at: number): EngineEvent => ({
  ...{ kind: 'table-verified', table: at, rows: at, bytes: 0, checksums: [], failures: [] },
});
const FAILED: EngineEvent = { kind: 'finished', state: 'failed', failures: [] };

/** Has two tables read by an engine that says this. */
async function readBy(...events: readonly EngineEvent[]) {
  const engine = new HandMadeEngine();
  const nothing = () => undefined;
  const hooks: RunHooks = quiet({ cancellation: new Cancellation(), job: nothing, log: nothing });
  const sealed = engine.sealed();
  const tables = [table('a'), table('b')];
  const reading = readDataFiles(
    { engine, directory: '/dump', tables, threads: 1, memoryLimitBytes: 1 },
    hooks,
  );
  await sealed;
  engine.send(batch({}, ...events));
  return { files: await reading, tables: engine.tables.map(({ id, table: name }) => [id, name]) };
}

describe('the files of a dump, read again', () => {
  it('are reported by the tables’ positions', async () => {
    const { files, tables } = await readBy(read(1), read(0), {
      kind: 'finished',
      state: 'done',
      failures: [],
    });
    expect([files.get(0)?.rows, files.get(1)?.rows]).toEqual([0, 1]);
    expect(tables).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
  });

  it('are read although the engine found damage in them', async () => {
    expect((await readBy(read(0), read(1), FAILED)).files.size).toBe(2);
  });

  it('are not taken for whole where the engine did not come to all of them', async () => {
    await expect(readBy(read(0), FAILED)).rejects.toThrow();
  });
});
