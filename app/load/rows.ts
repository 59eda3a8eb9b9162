import { toEngineConnection } from '../catalog/connect/endpoint';
import { SILENCE_MS } from '../catalog/session/process-list';
import type { EngineLoad } from '../engine/addon';
import { withJob } from '../engine/job';
import type { EngineLoadSpec } from '../engine/specs';
import type { EngineWaiter } from '../engine/wait';
import { dumpedKey } from '../format/read/documents';
import { applySelection } from '../format/select';
import { has } from '../catalog/server/dialect';
import { sessionVariables } from '../target/session/replication';
import { assertWhole, type LoadedTable, type LoadRequest } from './request';
import type { DumpSource } from './dump-source/dump-source';
import { TableFeed } from './table-feed';
import type { TargetRun } from '../target/context';
import type { PreparedTable } from '../target/tables/prepared-table';
import type { CountedRows } from '../target/tables/verify-tables';
import { tablesOf, type DumpFolder } from '../format/read/dump';

/** Result of the row phase. */
export interface LoadedRows {
  /** The finished dump after selection. */
  readonly dump: DumpFolder;
  /** Tables in their order, each with its chunks. */
  readonly tables: readonly PreparedTable[];
  readonly counted: CountedRows;
}

/**
 * Loads the rows of all tables with the engine as the dump provides them, builds their deferred indexes and counts the
 * rows. Resolves when the dump is finished and the engine is done; rejects with the first failure, and then no lane is
 * left running.
 */
export async function loadRows(
  request: LoadRequest,
  source: DumpSource,
  run: TargetRun,
  tables: readonly PreparedTable[],
): Promise<LoadedRows> {
  const { hooks } = run;
  const counted = new Map<number, number>();
  const loaded = tables.map(toLoaded);
  const feed = new TableFeed(source, run, tables);
  request.watcher?.started(loaded);
  hooks.tables(
    tables.map(({ schema, dump }) => ({
      schema,
      table: dump.name,
      partition: null,
      rowsExpected: dump.rows,
    })),
  );
  return await withJob(hooks, {
    start: (sink) => request.engine.startLoad(specOf(request, run), sink),
    take: (batch) => {
      for (const event of batch.events) {
        if (event.kind !== 'table-loaded') continue;
        counted.set(event.table, event.countedRows);
        const table = loaded[event.table];
        if (table !== undefined) request.watcher?.loaded(table);
        feed.loaded();
      }
    },
    use: async (job, waiter) => {
      await feedUnlessEnded(feed, source, job, waiter);
      const dump = applySelection(await source.finished(), run.options);
      assertWhole(dump);
      job.seal();
      await waiter.finished();
      return { dump, tables: withDump(tables, dump), counted };
    },
  });
}

function specOf(request: LoadRequest, { session, journal, options }: TargetRun): EngineLoadSpec {
  const variables = sessionVariables(session.server, options);
  return {
    connection: toEngineConnection(request.endpoint),
    session: variables.map(({ name, value }) => ({ name, value })),
    directory: request.folder,
    lanes: options.threads,
    memoryLimitBytes: options.memoryLimitBytes,
    tuneIndexBuilds: has(session.server, 'indexBuildThreads'),
    journal: journal.table,
    loadName: journal.header.loadName,
    reconnectMs: options.reconnectMs,
    silenceMs: request.silenceMs ?? SILENCE_MS,
  };
}

/**
 * Feeds the job, and stops waiting for tables when it fails or is cancelled; when this rejects, nothing works on them
 * any more.
 */
async function feedUnlessEnded(
  feed: TableFeed,
  source: DumpSource,
  job: EngineLoad,
  waiter: EngineWaiter,
): Promise<void> {
  const feeding = feed.feedTo(job);
  try {
    await Promise.race([feeding, waiter.finished()]);
  } catch (error) {
    source.stop();
    await feeding.catch(() => undefined);
    throw error;
  }
}

/** Returns the tables with their entries of the finished dump, instead of those known when they were prepared. */
function withDump(tables: readonly PreparedTable[], dump: DumpFolder): readonly PreparedTable[] {
  const known = new Map(tablesOf(dump).map((table) => [dumpedKey(table), table]));
  return tables.map((table) => ({ ...table, dump: known.get(dumpedKey(table.dump)) ?? table.dump }));
}

function toLoaded({ schema, dump }: PreparedTable): LoadedTable {
  return { schema, table: dump.name, bytes: dump.bytes ?? 0 };
}
