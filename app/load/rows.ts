import { toEngineConnection } from '../catalog/connect/endpoint';
import { lastingServerOf } from '../catalog/server/server-id';
import { SILENCE_MS } from '../catalog/session/process-list';
import { withSessionsJob } from '../engine/job';
import type { EngineLoadSpec, EngineLoadTable } from '../engine/specs';
import type { EngineWaiter } from '../engine/wait';
import { applySelection } from '../format/select';
import { has } from '../catalog/server/dialect';
import { sessionVariables } from '../target/session/replication';
import { assertWhole } from '../format/read/reader';
import type { LoadedTable, LoadRequest } from './request';
import type { EngineLoad } from '../engine/addon';
import { dumpedKey } from '../format/read/documents';
import { toEngineTables } from '../target/rows/engine-tables';
import type { DumpSource } from './dump-source/dump-source';
import { firesTriggers, type DumpTable, tablesOf, type DumpFolder } from '../format/read/dump';
import { loadText } from '../text/load/load';
import type { TargetRun } from '../target/context';
import type { PreparedTable } from '../target/tables/prepared-table';
import type { CountedRows } from '../target/tables/verify-tables';

/** Result of the row phase. */
export interface LoadedRows {
  /** The finished dump after selection. */
  readonly dump: DumpFolder;
  /** Tables in their order, each with its chunks. */
  readonly tables: readonly PreparedTable[];
  readonly counted: CountedRows;
}

/**
 * Loads the rows of all tables, but those that fire triggers, with the engine as the dump provides them, builds their
 * deferred indexes and counts the rows. Resolves when the dump is finished and the engine is done; rejects with the first
 * failure, and then no lane is left running.
 */
export async function loadRows(
  request: LoadRequest,
  source: DumpSource,
  run: TargetRun,
  tables: readonly PreparedTable[],
): Promise<LoadedRows> {
  const { hooks } = run;
  request.watcher?.started(tables.map(toLoaded));
  hooks.tables(
    tables.map(({ schema, dump }) => ({
      schema,
      table: dump.name,
      partition: null,
      rowsExpected: dump.rows,
    })),
  );
  const feed = new TableFeed(source, run, tables, ({ dump }) => !firesTriggers(dump));
  return await loadFed(request, source, run, { feed, tables, counted: new Map() });
}

/** Tables of a load, of which a feed takes some. */
interface Fed {
  readonly feed: TableFeed;
  readonly tables: readonly PreparedTable[];
  readonly counted: Map<number, number>;
}

/** Loads the tables that a feed takes, in a job of the engine. */
export async function loadFed(
  request: LoadRequest,
  source: DumpSource,
  run: TargetRun,
  { feed, tables, counted }: Fed,
): Promise<LoadedRows> {
  const { hooks } = run;
  const loaded = tables.map(toLoaded);
  return await withSessionsJob(
    hooks,
    { target: request.endpoint.renewal },
    {
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
        const dump = applySelection(await source.finished(), run.options, run.session.server.vendor);
        assertWhole(dump);
        job.seal();
        await waiter.finished();
        return { dump, tables: withDump(tables, dump), counted };
      },
    },
  );
}

function specOf(request: LoadRequest, { session, journal, options, dump }: TargetRun): EngineLoadSpec {
  return {
    connection: toEngineConnection(request.endpoint, lastingServerOf(session)),
    session: session.laneVariables(sessionVariables(session.server, options)),
    directory: dump.directory,
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

/** Gives the engine the prepared tables of a load when their rows are complete; ids are positions among them. */
export class TableFeed {
  readonly #source: DumpSource;
  readonly #run: TargetRun;
  readonly #tables: readonly PreparedTable[];
  readonly #takes: (table: PreparedTable) => boolean;
  readonly #places: ReadonlyMap<string, number>;
  #given = 0;
  #loaded = 0;
  #waiting: 'no' | 'yes' | 'reported' = 'no';

  /** @param takes tells the tables that are loaded; the others keep their places */
  constructor(
    source: DumpSource,
    run: TargetRun,
    tables: readonly PreparedTable[],
    takes: (table: PreparedTable) => boolean,
  ) {
    this.#source = source;
    this.#run = run;
    this.#tables = tables;
    this.#takes = takes;
    this.#places = new Map(tables.map(({ dump }, place) => [dumpedKey(dump), place]));
  }

  /** Resolves when no more tables will come, or when the source was stopped. */
  async feedTo(job: Pick<EngineLoad, 'addTables'>): Promise<void> {
    for (;;) {
      const arrived = await this.#source.next(() => this.#wait());
      this.#waitNoLonger();
      if (arrived === null) return;
      const tables = await this.#toEngine(arrived);
      this.#given += tables.length;
      this.#run.hooks.foundLoaded(tables.reduce((sum, { bytesBefore }) => sum + bytesBefore, 0));
      job.addTables(tables);
    }
  }

  /** Counts a table that the engine has loaded. */
  loaded(): void {
    this.#loaded += 1;
    this.#reportIfIdle();
  }

  async #toEngine(arrived: readonly DumpTable[]): Promise<readonly EngineLoadTable[]> {
    const { reconnecting, journal, method, records } = this.#run;
    const ready = arrived
      .flatMap((table) => this.#placed(table))
      .sort((one, other) => one.place - other.place);
    const tables = ready.map(({ table }) => table);
    const resumed = records !== null;
    const engineTables = await reconnecting.withRetry((session) =>
      toEngineTables({ session, journal, method, tables, resumed }),
    );
    return engineTables.map((table, at) => ({ ...table, id: ready[at]?.place ?? -1 }));
  }

  /** Returns the prepared table with its position; empty where the load leaves the table out. */
  #placed(arrived: DumpTable): readonly { readonly place: number; readonly table: PreparedTable }[] {
    const place = this.#places.get(dumpedKey(arrived));
    const table = place === undefined ? undefined : this.#tables[place];
    if (place === undefined || table === undefined || !this.#takes(table)) return [];
    return [{ place, table: { ...table, dump: withRowsOf(table.dump, arrived) } }];
  }

  #wait(): void {
    if (this.#waiting === 'no') this.#waiting = 'yes';
    this.#reportIfIdle();
  }

  #waitNoLonger(): void {
    if (this.#waiting === 'reported') this.#run.hooks.stage('data');
    this.#waiting = 'no';
  }

  #reportIfIdle(): void {
    if (this.#waiting !== 'yes' || this.#loaded < this.#given) return;
    this.#waiting = 'reported';
    const all = this.#tables.length;
    const toCome = all - this.#given;
    this.#run.hooks.stage('waiting');
    this.#run.hooks.log(
      'info',
      toCome === 0 ? loadText.waitingForEnd : loadText.waitingForTables({ toCome, all }),
    );
  }
}

/** Adds the dump's chunks; a load of definitions alone takes no rows. */
function withRowsOf(selected: DumpTable, { chunks, rows, bytes }: DumpTable): DumpTable {
  return selected.document.includesData ? { ...selected, chunks, rows, bytes } : selected;
}
