import { toEngineConnection } from '../catalog/endpoint';
import type { LoadOptions } from '../contract/options';
import type { EngineLoadTable, EngineSessionVariable } from '../engine/specs';
import type { RunHooks } from '../engine/hooks';
import { withJob } from '../engine/job';
import { SILENCE_MS } from './control-watch';
import { toEngineTables, type EngineTableNeeds } from './engine-tables';
import type { LoadJournal } from './journal';
import type { LoadedTable, LoadRequest } from './request';
import { sessionVariables } from './replication';
import { canTuneBuilds } from './indexes/host';
import type { PreparedTable } from './tables';

/** Rows that `COUNT(*)` found in the target, by the table's position. */
export type CountedRows = ReadonlyMap<number, number>;

/** What is left for the engine to do. */
export interface RowsToLoad {
  readonly tables: readonly PreparedTable[];
  readonly engineTables: readonly EngineLoadTable[];
  readonly variables: readonly EngineSessionVariable[];
  /** Whether sessions may be told what an index build may take. */
  readonly tuneIndexBuilds: boolean;
  readonly journal: LoadJournal;
}

/** In a load that is resumed the journal and the target say what is left. */
export async function rowsToLoad(
  needs: EngineTableNeeds & { readonly options: LoadOptions },
): Promise<RowsToLoad> {
  const { session, journal, options, tables } = needs;
  return {
    tables,
    engineTables: await toEngineTables(needs),
    variables: sessionVariables(session.server, options).map(({ name, value }) => ({ name, value })),
    tuneIndexBuilds: canTuneBuilds(session.server),
    journal,
  };
}

/**
 * Has the engine move the rows of all tables, build their deferred indexes and count them. Resolves when the
 * engine is done; rejects with its first failure, and then no lane is left running.
 */
export async function loadRows(
  request: LoadRequest,
  { tables, engineTables, variables, tuneIndexBuilds, journal }: RowsToLoad,
  hooks: RunHooks,
): Promise<CountedRows> {
  const counted = new Map<number, number>();
  const loaded = tables.map(toLoaded);
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
    start: (sink) =>
      request.engine.startLoad(
        {
          connection: toEngineConnection(request.endpoint),
          session: variables,
          directory: request.folder,
          lanes: request.options.threads,
          memoryLimitBytes: request.options.memoryLimitBytes,
          tuneIndexBuilds,
          journal: journal.table,
          loadName: journal.header.loadName,
          reconnectMs: request.options.reconnectMs,
          silenceMs: request.silenceMs ?? SILENCE_MS,
        },
        sink,
      ),
    take: (batch) => {
      for (const event of batch.events) {
        if (event.kind !== 'table-loaded') continue;
        counted.set(event.table, event.countedRows);
        const table = loaded[event.table];
        if (table !== undefined) request.watcher?.isIn(table);
      }
    },
    use: async (job, waiter) => {
      job.addTables(engineTables);
      job.seal();
      await waiter.finished();
      return counted;
    },
  });
}

function toLoaded({ schema, dump }: PreparedTable): LoadedTable {
  return { schema, table: dump.name, bytes: dump.bytes ?? 0 };
}
