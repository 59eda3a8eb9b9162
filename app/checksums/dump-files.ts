import type { Addon } from '../engine/addon';
import type { EngineEvent } from '../engine/events';
import type { RunHooks } from '../engine/hooks';
import { withJob } from '../engine/job';
import type { DumpTable } from '../format/read/dump';

export interface FilesRequest {
  readonly engine: Addon;
  /** Folder of the files, absolute. */
  readonly directory: string;
  readonly tables: readonly DumpTable[];
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** Result of reading a table's data files: rows, bytes, the checksum of each chunk's rows, and damage. */
export type FilesRead = Extract<EngineEvent, { kind: 'table-verified' }>;

/**
 * Reads every data file of these tables to its end; returns results by position. Damage is part of a result and does
 * not stop the reading; fails where a table was not read to its end, such as after a cancel.
 */
export async function readDataFiles(
  { engine, directory, tables, threads, memoryLimitBytes }: FilesRequest,
  hooks: RunHooks,
): Promise<ReadonlyMap<number, FilesRead>> {
  const read = new Map<number, FilesRead>();
  return await withJob(hooks, {
    start: (sink) => engine.startVerify({ directory, lanes: threads, memoryLimitBytes }, sink),
    take: ({ events }) => {
      for (const event of events) if (event.kind === 'table-verified') read.set(event.table, event);
    },
    use: async (job, waiter) => {
      job.addTables(tables.map(({ schema, name, chunks }, id) => ({ id, schema, table: name, chunks })));
      job.seal();
      // The engine reports a job that found damage as failed, though it has read everything.
      await waiter.finished().catch((error: unknown) => {
        if (read.size < tables.length) throw error;
      });
      return read;
    },
  });
}
