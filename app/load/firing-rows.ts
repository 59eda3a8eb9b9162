import { engineOf, parseDefinition } from '../catalog/definition/definition';
import type { ControlSession } from '../catalog/session/control-session';
import { firesTriggers, tablesOf, type DumpTable } from '../format/read/dump';
import type { TargetRun } from '../target/context';
import { countExistingRows } from '../target/existing/append';
import { transactionalEngines } from '../target/rows/engine-tables';
import type { PreparedTable } from '../target/tables/prepared-table';
import { loadFailures } from '../text/load/load';
import type { FixedSource } from './definitions/fixes';
import type { DumpSource } from './dump-source/dump-source';
import type { LoadRequest } from './request';
import { loadFed, TableFeed, type LoadedRows } from './rows';

/**
 * Loads the rows that fire triggers, when these are there: on one lane, table after table, in the order of the dump. Each
 * transaction holds what its rows' triggers have written, so that it is there once too. Counts the tables that they fill
 * again. Fails with `dump-unsupported` where an engine takes nothing back.
 */
export async function loadFiringRows(
  request: LoadRequest,
  source: FixedSource,
  run: TargetRun,
  { dump, tables, counted: before }: LoadedRows,
): Promise<LoadedRows> {
  const isMeant = ({ dump: table }: PreparedTable) =>
    firesTriggers(table) || table.isFilledByTriggers === true;
  await run.reconnecting.withRetry((session) => assertTransactional(session, tables.filter(isMeant)));
  const options = { ...request.options, threads: 1 };
  const arrived = withArrived(source, tablesOf(dump).filter(firesTriggers));
  const feed = new TableFeed(arrived, run, tables, ({ dump: table }) => firesTriggers(table));
  const fed = { feed, tables, counted: new Map(before) };
  const loaded = await loadFed({ ...request, options }, arrived, { ...run, options }, fed);
  const counted = new Map(loaded.counted);
  for (const [at, { schema, dump: table }] of tables.entries()) {
    if (table.isFilledByTriggers !== true) continue;
    const count = (session: ControlSession) => countExistingRows(session, schema, table);
    counted.set(at, await run.reconnecting.withRetry(count));
  }
  return { ...loaded, counted };
}

async function assertTransactional(session: ControlSession, tables: readonly PreparedTable[]): Promise<void> {
  const engines = await transactionalEngines(session);
  for (const { schema, dump, canonical } of tables) {
    const engine = engineOf(parseDefinition(canonical));
    const table = `${schema}.${dump.name}`;
    if (!engines.has(engine.toLowerCase()))
      throw loadFailures.firedOutsideTransaction({ table, engine }, { table });
  }
}

/** The source, of which these tables have come and no others will. */
function withArrived(source: FixedSource, tables: readonly DumpTable[]): DumpSource {
  const arrivals = [tables];
  return { ...source, next: () => Promise.resolve(arrivals.shift() ?? null) };
}
