import type { ControlSession } from '../catalog/control-session';
import { toEngineConnection, type Endpoint } from '../catalog/endpoint';
import { quoteTable } from '../catalog/quote';
import { readingVariables } from '../catalog/session-variables';
import { readTables } from '../catalog/tables';
import type { Addon } from '../engine/addon';
import type { EngineColumn, EngineDumpTable, EngineRowVersions } from '../engine/specs';
import type { RunHooks } from '../engine/hooks';
import { withJob } from '../engine/job';
import { ALL_ROWS, planTable, toEngineTables, type RowWish } from '../dump/plan';
import { Stems } from '../format/names';
import { Sums } from './sums';

export interface SumRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** On the same server. */
  readonly session: ControlSession;
  readonly parts: readonly EngineDumpTable[];
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** Reads these data sets of a server as they are now, with so many lanes, and sums their rows up. */
export async function sumOnServer(request: SumRequest, hooks: RunHooks): Promise<Sums> {
  const { engine, endpoint, session, parts, threads, memoryLimitBytes } = request;
  const sums = new Sums();
  return await withJob(hooks, {
    start: (sink) =>
      engine.startSum(
        {
          connection: toEngineConnection(endpoint),
          session: readingVariables(session.server).map(({ name, value }) => ({ name, value })),
          lanes: threads,
          memoryLimitBytes,
        },
        sink,
      ),
    take: (batch) => sums.take(batch),
    use: async (job, waiter) => {
      job.addTables(parts);
      job.seal();
      await waiter.finished();
      return sums;
    },
  });
}

/** A run's counters are those of the rows that moved; reading them again is heard of in the log alone. */
export function quiet(hooks: Pick<RunHooks, 'cancellation' | 'job' | 'log'>): RunHooks {
  const nothing = () => undefined;
  return {
    cancellation: hooks.cancellation,
    job: (job) => hooks.job(job),
    log: (level, text, table) => hooks.log(level, text, table),
    ...{ stage: nothing, tables: nothing, batch: nothing, countAnew: nothing },
    ...{ undoHistory: nothing, retried: nothing, leavesTarget: nothing },
  };
}

/** A table whose rows are to be summed up, with the columns in the order in which its lines have them. */
export interface SummedTable {
  readonly schema: string;
  readonly name: string;
  readonly versions: EngineRowVersions;
  readonly columns: readonly Pick<EngineColumn, 'name' | 'encoding'>[];
}

/** How a table is read on a server: along its own key, with other lines' columns. */
export type ReadingPlan =
  | { readonly kind: 'readable'; readonly parts: readonly EngineDumpTable[] }
  | { readonly kind: 'missing' }
  /** The column is not there, or its values are written in another way. */
  | { readonly kind: 'other-column'; readonly column: string };

/** Plans for each of these tables, in their order; the ids of the data sets count from 0. */
export async function planReading(
  session: ControlSession,
  tables: readonly SummedTable[],
): Promise<readonly ReadingPlan[]> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  const found = (await Promise.all(schemas.map((schema) => readTables(session, schema)))).flat();
  const facts = new Map(found.map((table) => [quoteTable(table.schema, table.name), table]));
  const stems = new Stems();
  let nextId = 0;
  return tables.map(({ schema, name, versions, columns }): ReadingPlan => {
    const table = facts.get(quoteTable(schema, name));
    if (table === undefined) return { kind: 'missing' };
    const own = toEngineTables(planTable(table, stems, wishFor(versions)), nextId);
    nextId += own.length;
    const there = new Map((own[0]?.columns ?? []).map((column) => [column.name, column]));
    const other = columns.find((column) => there.get(column.name)?.encoding !== column.encoding);
    if (other !== undefined) return { kind: 'other-column', column: other.name };
    const inOrder = columns.flatMap((column) => there.get(column.name) ?? []);
    return { kind: 'readable', parts: own.map((part) => withColumns(part, inOrder)) };
  });
}

function wishFor(versions: EngineRowVersions): RowWish {
  return { ...ALL_ROWS, history: versions === 'all' ? 'carry' : 'skip' };
}

/** A key can lead only where its columns are read. */
function withColumns(part: EngineDumpTable, columns: readonly EngineColumn[]): EngineDumpTable {
  const isRead = part.key.every((key) => columns.some(({ name }) => name === key.column));
  return { ...part, columns, ...(!isRead && { key: [], keyIndex: null }) };
}
