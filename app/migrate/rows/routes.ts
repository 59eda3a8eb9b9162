import { groupBy } from '../../catalog/collections/group-by';
import { quoteTable } from '../../catalog/text/quote';
import type { readingVariables } from '../../catalog/session/variables';
import type { RunHooks } from '../../engine/hooks';
import type { EngineDumpTable, EngineMigrateTable, EngineSessionVariable } from '../../engine/specs';
import { toEngineTables as toLoadTables } from '../../target/rows/engine-tables';
import { NO_ROWS, together, type Sums, type TableSum } from '../../checksums/totals';
import type { TargetRun } from '../../target/context';
import type { PreparedTable } from '../../target/tables/prepared-table';

/** A table on its way: how it is read, and where it goes. */
export interface Route {
  readonly prepared: PreparedTable;
  readonly parts: readonly EngineDumpTable[];
  /** The sum of the hashes of the rows that are there and stay, modulo 2^64. */
  readonly existingChecksum: bigint;
  /** The source's rows that an earlier run has moved and that stay: `parts` are the others. */
  readonly kept: TableSum;
}

/** The ways of all tables whose rows are wanted, in the order in which the source's parts are given. */
export function routesOf(
  tables: readonly PreparedTable[],
  parts: readonly EngineDumpTable[],
): readonly Route[] {
  const bySource = groupBy(parts, ({ schema, table }) => quoteTable(schema, table));
  const routes = tables
    .filter(({ dump }) => dump.document.includesData)
    .map((prepared) => {
      const { schema, dumpedName } = prepared.dump;
      const own = bySource.get(quoteTable(schema, dumpedName)) ?? [];
      return { prepared, parts: own, existingChecksum: BigInt(0), kept: NO_ROWS };
    });
  return numbered([...routes].sort((a, b) => firstId(a) - firstId(b)));
}

/** The routes with their parts counted from `first`: ids are positions in the list that watchers are told of. */
export function numbered(routes: readonly Route[], first = 0): readonly Route[] {
  let next = first;
  return routes.map((route) => ({
    ...route,
    parts: route.parts.map((part) => ({ ...part, id: next++ })),
  }));
}

/** The next id that is free behind these routes. */
export function nextIdOf(routes: readonly Route[]): number {
  const ids = routes.flatMap(({ parts }) => parts.map(({ id }) => id));
  return ids.reduce((most, id) => Math.max(most, id), -1) + 1;
}

export function firstId({ parts }: Pick<Route, 'parts'>): number {
  return parts[0]?.id ?? -1;
}

/** What the target must hold of it in the end: the source's rows, and those that were there and stay. */
export function wantedOf(route: Route, sums: Sums): TableSum {
  const { prepared, existingChecksum } = route;
  return together(ofSource(route, sums), {
    rows: prepared.existingRows ?? 0,
    bytes: 0,
    sum: existingChecksum,
  });
}

/** The source's rows of it. */
export function ofSource({ parts, kept }: Pick<Route, 'parts' | 'kept'>, sums: Sums): TableSum {
  return together(sums.of(parts), kept);
}

/** The table on the target. */
export function quotedTarget({ prepared }: Pick<Route, 'prepared'>): string {
  return quoteTable(prepared.schema, prepared.dump.name);
}

/** Tells the run's watchers of them. */
export function announce(routes: readonly Pick<Route, 'parts'>[], hooks: Pick<RunHooks, 'tables'>): void {
  hooks.tables(
    routes
      .flatMap(({ parts }) => parts)
      .map(({ schema, table, partition, estimatedRows }) => ({
        ...{ schema, table, partition },
        rowsExpected: estimatedRows,
      })),
  );
}

/** The routes as the engine takes them, to be moved from the first row. */
export async function toMigrateTables(
  { session, journal, method }: Pick<TargetRun, 'session' | 'journal' | 'method'>,
  routes: readonly Route[],
): Promise<readonly EngineMigrateTable[]> {
  const tables = routes.map((route) => route.prepared);
  const loads = await toLoadTables({ session, journal, method, tables, resumed: false });
  return loads.flatMap((load, at): readonly EngineMigrateTable[] => {
    const route = routes[at];
    if (route === undefined) return [];
    const rowsBefore = (route.prepared.existingRows ?? 0) + route.kept.rows;
    // What there is to count is known when the last row has passed, and then the engine compares.
    return [{ parts: route.parts, target: { ...load, id: firstId(route), rowsBefore, expectedRows: null } }];
  });
}

/** As the engine takes them. */
export function plainVariables(
  variables: ReturnType<typeof readingVariables>,
): readonly EngineSessionVariable[] {
  return variables.map(({ name, value }) => ({ name, value }));
}
