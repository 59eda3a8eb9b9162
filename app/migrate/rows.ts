import { toEngineConnection, type Endpoint } from '../catalog/endpoint';
import type { ControlSession } from '../catalog/control-session';
import { loadingVariables, readingVariables } from '../catalog/session-variables';
import { readTables } from '../catalog/tables';
import { SluiceError } from '../contract/failure';
import type { Addon } from '../engine/addon';
import type { EngineBatch, EngineEvent } from '../engine/events';
import type { EngineDumpTable, EngineMigrateTable, EngineSessionVariable } from '../engine/specs';
import type { RunHooks } from '../engine/hooks';
import { withJob } from '../engine/job';
import { planTable, toEngineTables } from '../dump/plan';
import { Stems } from '../format/names';
import { toEngineTables as toLoadTables } from '../load/engine-tables';
import type { Begun } from '../load/begin';
import type { PreparedTable } from '../load/tables';

/** What the engine said of the data sets that it moved, or read again. */
type Summed = Extract<EngineEvent, { kind: 'table-summed' }>;

/** Rows and bytes of a table, and the sum of its rows' hashes modulo 2^64. */
export interface TableSum {
  readonly rows: number;
  readonly bytes: number;
  readonly sum: bigint;
}

const MODULUS = BigInt(2) ** BigInt(64);

/** Gathers what the engine tells of each data set and each table. */
export class Sums {
  readonly #summed = new Map<number, Summed>();
  readonly #counted = new Map<number, number>();

  take(batch: EngineBatch): void {
    for (const event of batch.events) {
      if (event.kind === 'table-summed') this.#summed.set(event.table, event);
      if (event.kind === 'table-loaded') this.#counted.set(event.table, event.countedRows);
    }
  }

  /** Of all these data sets together. Fails where the engine said nothing of one. */
  of(parts: readonly Pick<EngineDumpTable, 'id' | 'schema' | 'table'>[]): TableSum {
    return parts.reduce<TableSum>(
      (total, { id, schema, table }) => {
        const part = this.#summed.get(id);
        if (part === undefined)
          throw new SluiceError('rows-differ', 'The engine did not sum up the table’s rows.', {
            table: `${schema}.${table}`,
          });
        return {
          rows: total.rows + part.rows,
          bytes: total.bytes + part.bytes,
          sum: (total.sum + BigInt(`0x${part.sum}`)) % MODULUS,
        };
      },
      { rows: 0, bytes: 0, sum: BigInt(0) },
    );
  }

  /** What `COUNT(*)` gave in the target; by the id of the table's first part. */
  counted(id: number): number | undefined {
    return this.#counted.get(id);
  }
}

/** A table on its way: how it is read, and where it goes. */
export interface Route {
  readonly prepared: PreparedTable;
  readonly parts: readonly EngineDumpTable[];
}

export function routesOf(
  tables: readonly PreparedTable[],
  parts: readonly EngineDumpTable[],
): readonly Route[] {
  return tables.map((prepared) => {
    const { schema, dumpedName } = prepared.dump;
    return {
      prepared,
      parts: parts.filter((part) => part.schema === schema && part.table === dumpedName),
    };
  });
}

/** The routes as the engine takes them. */
export async function toMigrateTables(
  { session, journal, method }: Pick<Begun, 'session' | 'journal' | 'method'>,
  routes: readonly Route[],
): Promise<readonly EngineMigrateTable[]> {
  const prepared = routes.map((route) => route.prepared);
  const loads = await toLoadTables({ session, journal, method, tables: prepared, resumed: false });
  return loads.map((load, at) => {
    const parts = routes[at]?.parts ?? [];
    // What there is to count is known when the last row has passed, and then the engine compares.
    return { parts, target: { ...load, id: parts[0]?.id ?? -1, expectedRows: null } };
  });
}

export function plainVariables(
  variables: ReturnType<typeof readingVariables>,
): readonly EngineSessionVariable[] {
  return variables.map(({ name, value }) => ({ name, value }));
}

interface SumRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  readonly session: ControlSession;
  readonly routes: readonly Route[];
  readonly threads: number;
  readonly memoryLimitBytes: number;
}

/** Reads the target's tables again, with as many lanes, and sums their rows up in the source's encoding. */
export async function sumTargets(request: SumRequest, hooks: RunHooks): Promise<readonly TableSum[]> {
  const { engine, endpoint, session, routes, threads, memoryLimitBytes } = request;
  const parts = await targetParts(session, routes);
  const sums = new Sums();
  return await withJob(quiet(hooks), {
    start: (sink) =>
      engine.startSum(
        {
          connection: toEngineConnection(endpoint),
          session: plainVariables(readingVariables(session.server)),
          lanes: threads,
          memoryLimitBytes,
        },
        sink,
      ),
    take: (batch) => sums.take(batch),
    use: async (job, waiter) => {
      job.addTables(parts.flat());
      job.seal();
      await waiter.finished();
      return parts.map((own) => sums.of(own));
    },
  });
}

/** The run's counters are those of the rows that moved; reading them again is heard of in the log alone. */
function quiet(hooks: RunHooks): RunHooks {
  const nothing = () => undefined;
  return {
    cancellation: hooks.cancellation,
    job: (job) => hooks.job(job),
    log: (level, text, table) => hooks.log(level, text, table),
    ...{ stage: nothing, tables: nothing, batch: nothing, undoHistory: nothing },
  };
}

/** How each table is read on the target: along its own key, but with the columns in the source's order. */
async function targetParts(
  session: ControlSession,
  routes: readonly Route[],
): Promise<readonly (readonly EngineDumpTable[])[]> {
  const facts = new Map(
    (
      await Promise.all(
        [...new Set(routes.map(({ prepared }) => prepared.schema))].map((schema) =>
          readTables(session, schema),
        ),
      )
    )
      .flat()
      .map((table) => [JSON.stringify([table.schema, table.name]), table]),
  );
  const stems = new Stems();
  let nextId = 0;
  return routes.map(({ prepared, parts }) => {
    const place = { table: `${prepared.schema}.${prepared.dump.name}` };
    const table = facts.get(JSON.stringify([prepared.schema, prepared.dump.name]));
    if (table === undefined)
      throw new SluiceError('target-missing', 'The table is not there any more.', place);
    const own = toEngineTables(planTable(table, stems), nextId);
    nextId += own.length;
    return own.map((part) => ({
      ...part,
      columns: (parts[0]?.columns ?? []).map(({ name, encoding }) => {
        const column = part.columns.find((candidate) => candidate.name === name);
        if (column?.encoding === encoding) return column;
        throw new SluiceError(
          'definition-differs',
          `The column “${name}” is not of the source’s kind.`,
          place,
        );
      }),
    }));
  });
}

export function loadVariables(session: ControlSession): readonly EngineSessionVariable[] {
  return plainVariables(loadingVariables(session.server));
}
