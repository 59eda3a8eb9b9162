import { groupBy } from '../catalog/collections/group-by';
import type { ControlSession } from '../catalog/session/control-session';
import { toEngineConnection, type Endpoint } from '../catalog/connect/endpoint';
import { lastingServerOf } from '../catalog/server/server-id';
import { SILENCE_MS } from '../catalog/session/process-list';
import { quoteTable } from '../catalog/text/quote';
import { readingVariables } from '../catalog/session/variables';
import { readTablesNamed } from '../catalog/objects/table-spelling';
import type { TableFacts } from '../catalog/objects/tables';
import type { Addon } from '../engine/addon';
import type { EngineDumpTable, EngineKeyPart, EngineRowVersions } from '../engine/specs';
import type { RunHooks } from '../engine/hooks';
import { withSessionsJob } from '../engine/job';
import {
  ALL_ROWS,
  columnInForm,
  planTable,
  toEngineTables,
  type PlannedColumn,
  type RowSelection,
} from '../source/table-plan';
import { columnsRead } from '../source/row-versions';
import type { ColumnForm } from '../format/decoders';
import { Stems } from '../format/names';
import { Checksums } from './totals';

export interface ChecksumRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** A session on the same server. */
  readonly session: ControlSession;
  readonly parts: readonly EngineDumpTable[];
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** Reads these data sets of a server as they are now, with this many lanes, and computes their checksums. */
export async function checksumOnServer(request: ChecksumRequest, hooks: RunHooks): Promise<Checksums> {
  const { engine, endpoint, session, parts, threads, memoryLimitBytes } = request;
  const checksums = new Checksums();
  return await withSessionsJob(
    hooks,
    { source: endpoint.renewal },
    {
      start: (sink) =>
        engine.startChecksum(
          {
            connection: toEngineConnection(endpoint, lastingServerOf(session)),
            session: session.laneVariables(readingVariables(session.server)),
            lanes: threads,
            memoryLimitBytes,
            silenceMs: SILENCE_MS,
          },
          sink,
        ),
      take: (batch) => checksums.take(batch),
      use: async (job, waiter) => {
        job.addTables(parts);
        job.seal();
        await waiter.finished();
        return checksums;
      },
    },
  );
}

/**
 * Returns hooks that report only to the log: a run's counters are those of the rows that were loaded, not of reading
 * them again.
 */
export function quiet(hooks: Pick<RunHooks, 'cancellation' | 'job' | 'log'>): RunHooks {
  const nothing = () => undefined;
  return {
    cancellation: hooks.cancellation,
    job: (job) => hooks.job(job),
    log: (level, text, table) => hooks.log(level, text, table),
    stage: nothing,
    tables: nothing,
    batch: nothing,
    restartCounters: nothing,
    historyList: nothing,
    retried: nothing,
    notice: nothing,
    leavesTarget: nothing,
    foundLoaded: nothing,
  };
}

export interface SummedColumn {
  readonly name: string;
  /** Null where it is unknown: the column can't be read the same way. */
  readonly form: ColumnForm | null;
}

/** A table whose checksum is computed, with the columns in the order of its lines. */
export interface SummedTable {
  readonly schema: string;
  readonly name: string;
  readonly versions: EngineRowVersions;
  readonly columns: readonly SummedColumn[];
}

/** Plan for reading a table on a server: along its own key, with the columns of the dump's lines. */
export type ReadingPlan =
  | { readonly kind: 'readable'; readonly parts: readonly EngineDumpTable[] }
  | { readonly kind: 'missing' }
  /** The column doesn't exist, or its values are written in another form. */
  | { readonly kind: 'other-column'; readonly column: string };

/** Plans the reading of each of these tables from their definitions on the server. */
export async function planReading(
  session: ControlSession,
  tables: readonly SummedTable[],
): Promise<readonly ReadingPlan[]> {
  const names = groupBy(tables, ({ schema }) => schema);
  const found = await Promise.all(
    [...names].map(([schema, own]) =>
      readTablesNamed(
        session,
        schema,
        own.map(({ name }) => name),
      ),
    ),
  );
  return readingPlans(
    found.flatMap((byName) => [...byName.values()]),
    tables,
  );
}

/**
 * Plans the reading of each of these tables, in their order, from the server's tables; the ids of the data sets count
 * from 0. Pure.
 */
export function readingPlans(
  found: readonly TableFacts[],
  tables: readonly SummedTable[],
): readonly ReadingPlan[] {
  const facts = new Map(found.map((table) => [quoteTable(table.schema, table.name), table]));
  const stems = new Stems();
  let nextId = 0;
  return tables.map(({ schema, name, versions, columns }): ReadingPlan => {
    const table = facts.get(quoteTable(schema, name));
    if (table === undefined) return { kind: 'missing' };
    const plan = planTable(table, stems, rowsFor(versions));
    const own = toEngineTables(plan, nextId);
    nextId += own.length;
    const there = new Map(columnsRead(table, plan.versions).map((column) => [column.name, column]));
    const read = columns.map(({ name: column, form }) => {
      const facts = there.get(column);
      return facts === undefined || form === null ? null : columnInForm(facts, form);
    });
    const other = columns.find((_, at) => (read[at] ?? null) === null);
    if (other !== undefined) return { kind: 'other-column', column: other.name };
    const inOrder = read.flatMap((column) => column ?? []);
    return { kind: 'readable', parts: own.map((part) => withColumns(part, inOrder)) };
  });
}

function rowsFor(versions: EngineRowVersions): RowSelection {
  return { ...ALL_ROWS, history: versions === 'all' ? 'carry' : 'skip' };
}

/**
 * Replaces the columns of a data set; keeps its key only where the key's columns are read, in the form that its bounds
 * have.
 */
function withColumns(part: EngineDumpTable, columns: readonly PlannedColumn[]): EngineDumpTable {
  const key = part.key.flatMap((own) => keyPartIn(own, columns) ?? []);
  const isRead = key.length === part.key.length;
  const read = columns.map(({ name, select, encoding }) => ({ name, select, encoding }));
  return { ...part, columns: read, key: isRead ? key : [], keyIndex: isRead ? part.keyIndex : null };
}

function keyPartIn(part: EngineKeyPart, columns: readonly PlannedColumn[]): EngineKeyPart | null {
  const form = columns.find(({ name }) => name === part.column)?.form;
  if (form === undefined) return null;
  if (part.kind === 'numbered') return part;
  if (part.kind === 'encoded-text') {
    const { column, descending, nullable, charset } = part;
    if (form.kind === 'text') return { column, descending, nullable, kind: 'narrow-text' };
    return form.kind === 'encoded' && form.charset === charset ? part : null;
  }
  return form.kind === 'encoded' ? null : part;
}
