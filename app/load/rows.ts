import { toEngineConnection } from '../catalog/connect/endpoint';
import { SILENCE_MS } from '../catalog/session/process-list';
import type { EngineLoad } from '../engine/addon';
import { withJob } from '../engine/job';
import type { EngineLoadSpec } from '../engine/specs';
import type { EngineWaiter } from '../engine/wait';
import { dumpedKey } from '../format/read/documents';
import { applySelection } from '../format/select';
import { canTuneBuilds } from '../target/indexes/host';
import { sessionVariables } from '../target/session/replication';
import { assertWhole, type LoadedTable, type LoadRequest } from './request';
import type { DumpSource } from './dump-source/dump-source';
import { TableFeed } from './table-feed';
import type { TargetRun } from '../target/context';
import type { PreparedTable } from '../target/tables/prepared-table';
import type { CountedRows } from '../target/tables/verify-tables';
import { tablesOf, type DumpFolder } from '../format/read/dump';

/** What a load has of its dump when all rows are in. */
export interface LoadedRows {
  /** Finished, and arranged. */
  readonly dump: DumpFolder;
  /** In their order, each with its chunks. */
  readonly tables: readonly PreparedTable[];
  readonly counted: CountedRows;
}

/**
 * Has the engine move the rows of all tables as they come, build their deferred indexes and count them. Resolves when
 * the dump is finished and the engine is done; rejects with the first failure, and then no lane is left running.
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
  request.watcher?.begins(loaded);
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
        if (table !== undefined) request.watcher?.isIn(table);
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
    tuneIndexBuilds: canTuneBuilds(session.server),
    journal: journal.table,
    loadName: journal.header.loadName,
    reconnectMs: options.reconnectMs,
    silenceMs: request.silenceMs ?? SILENCE_MS,
  };
}

/** A job that fails or is cancelled waits for no more tables; when this rejects, nobody works on them any more. */
async function feedUnlessEnded(
  feed: TableFeed,
  source: DumpSource,
  job: EngineLoad,
  waiter: EngineWaiter,
): Promise<void> {
  const feeding = feed.giveAllTo(job);
  try {
    await Promise.race([feeding, waiter.finished()]);
  } catch (error) {
    source.stop();
    await feeding.catch(() => undefined);
    throw error;
  }
}

/** What the finished dump says of them takes the place of what was known when they were prepared. */
function withDump(tables: readonly PreparedTable[], dump: DumpFolder): readonly PreparedTable[] {
  const known = new Map(tablesOf(dump).map((table) => [dumpedKey(table), table]));
  return tables.map((table) => ({ ...table, dump: known.get(dumpedKey(table.dump)) ?? table.dump }));
}

function toLoaded({ schema, dump }: PreparedTable): LoadedTable {
  return { schema, table: dump.name, bytes: dump.bytes ?? 0 };
}
