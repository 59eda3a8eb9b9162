import { groupBy } from '../../catalog/collections/group-by';
import { quoteTable } from '../../catalog/text/quote';
import type { RunHooks } from '../../engine/hooks';
import type { EngineDumpTable, EngineMigrateTable } from '../../engine/specs';
import { toEngineTables as toLoadTables } from '../../target/rows/engine-tables';
import { NO_ROWS, together, type Checksums, type TableChecksum } from '../../checksums/totals';
import type { TargetRun } from '../../target/context';
import type { PreparedTable } from '../../target/tables/prepared-table';

/** One table of a migration: how it is read, and where it goes. */
export interface Route {
  readonly prepared: PreparedTable;
  readonly parts: readonly EngineDumpTable[];
  /** Sum of the hashes of the existing rows that stay, modulo 2^64. */
  readonly existingChecksum: bigint;
  /** Source rows that an earlier run moved and that stay; `parts` hold the others. */
  readonly kept: TableChecksum;
}

/** Returns the routes of all tables whose rows are selected, in the order of the source's parts. */
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

/** Returns the routes with their parts numbered from `first`: ids are positions in the list of announced tables. */
export function numbered(routes: readonly Route[], first = 0): readonly Route[] {
  let next = first;
  return routes.map((route) => ({
    ...route,
    parts: route.parts.map((part) => ({ ...part, id: next++ })),
  }));
}

/** Returns the next free id after these routes. */
export function nextIdOf(routes: readonly Route[]): number {
  const ids = routes.flatMap(({ parts }) => parts.map(({ id }) => id));
  return ids.reduce((most, id) => Math.max(most, id), -1) + 1;
}

export function firstId({ parts }: Pick<Route, 'parts'>): number {
  return parts[0]?.id ?? -1;
}

/** Returns the checksum that the target's table must have: the source's rows and the existing rows that stay. */
export function expectedChecksum(route: Route, checksums: Checksums): TableChecksum {
  const { prepared, existingChecksum } = route;
  return together(sourceChecksum(route, checksums), {
    rows: prepared.existingRows ?? 0,
    bytes: 0,
    checksum: existingChecksum,
  });
}

/** Returns the checksum of the source's rows of the table. */
export function sourceChecksum(
  { parts, kept }: Pick<Route, 'parts' | 'kept'>,
  checksums: Checksums,
): TableChecksum {
  return together(checksums.of(parts), kept);
}

/** Returns the quoted name of the table on the target. */
export function quotedTarget({ prepared }: Pick<Route, 'prepared'>): string {
  return quoteTable(prepared.schema, prepared.dump.name);
}

/** Announces the tables to the run's watchers. */
export function announce(routes: readonly Pick<Route, 'parts'>[], hooks: Pick<RunHooks, 'tables'>): void {
  hooks.tables(
    routes
      .flatMap(({ parts }) => parts)
      .map(({ schema, table, partition, estimatedRows }) => ({
        schema,
        table,
        partition,
        rowsExpected: estimatedRows,
      })),
  );
}

/** Converts the routes to the engine's tables, to be moved from the first row. */
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
    // The expected count is known after the last row; the engine compares it then.
    return [{ parts: route.parts, target: { ...load, id: firstId(route), rowsBefore, expectedRows: null } }];
  });
}
