import { toEngineConnection } from '../catalog/endpoint';
import { loadingVariables } from '../catalog/session-variables';
import type { ControlSession } from '../catalog/control-session';
import type { EngineBatch } from '../engine/addon';
import type { RunHooks } from '../engine/hooks';
import { withJob } from '../engine/job';
import type { LoadRequest } from './load';
import { canTuneBuilds } from './indexes/host';
import { toEngineTables, type PreparedTable } from './tables';

/** Rows that `COUNT(*)` found in the target, by the table's position. */
export type CountedRows = ReadonlyMap<number, number>;

/**
 * Has the engine move the rows of all tables, build their deferred indexes and count them. Resolves when the
 * engine is done; rejects with its first failure, and then no lane is left running.
 */
export async function loadRows(
  request: LoadRequest,
  session: ControlSession,
  tables: readonly PreparedTable[],
  hooks: RunHooks,
): Promise<CountedRows> {
  const counted = new Map<number, number>();
  const engineTables = await toEngineTables(session, tables);
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
          session: loadingVariables(session.server).map(({ name, value }) => ({ name, value })),
          directory: request.folder,
          lanes: request.options.threads,
          memoryLimitBytes: request.options.memoryLimitBytes,
          tuneIndexBuilds: canTuneBuilds(session.server),
        },
        sink,
      ),
    take: (batch) => takeCounts(batch, counted),
    use: async (job, waiter) => {
      job.addTables(engineTables);
      job.seal();
      await waiter.finished();
      return counted;
    },
  });
}

function takeCounts(batch: EngineBatch, counted: Map<number, number>): void {
  for (const event of batch.events)
    if (event.kind === 'table-loaded') counted.set(event.table, event.countedRows);
}
