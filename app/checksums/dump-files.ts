import type { Addon } from '../engine/addon';
import type { EngineEvent } from '../engine/events';
import type { RunHooks } from '../engine/hooks';
import { withJob } from '../engine/job';
import type { DumpTable } from '../format/read/dump';

export interface FilesRequest {
  readonly engine: Addon;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly tables: readonly DumpTable[];
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** What was found in a table's data files: rows, bytes, the sum of each chunk's rows, and damage. */
export type FilesRead = Extract<EngineEvent, { kind: 'table-verified' }>;

/**
 * Reads every data file of these tables to its end; by position. Damage is among what was found and does not end it;
 * fails where a table was not read to its end, such as when it is cancelled.
 */
export async function readFilesAgain(
  { engine, folder, tables, threads, memoryLimitBytes }: FilesRequest,
  hooks: RunHooks,
): Promise<ReadonlyMap<number, FilesRead>> {
  const read = new Map<number, FilesRead>();
  return await withJob(hooks, {
    start: (sink) => engine.startVerify({ directory: folder, lanes: threads, memoryLimitBytes }, sink),
    take: ({ events }) => {
      for (const event of events) if (event.kind === 'table-verified') read.set(event.table, event);
    },
    use: async (job, waiter) => {
      job.addTables(tables.map(({ schema, name, chunks }, id) => ({ id, schema, table: name, chunks })));
      job.seal();
      // A job that found damage has failed for the engine, though it has read everything.
      await waiter.finished().catch((error: unknown) => {
        if (read.size < tables.length) throw error;
      });
      return read;
    },
  });
}
