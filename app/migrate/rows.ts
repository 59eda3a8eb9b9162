import type { ControlSession } from '../catalog/control-session';
import { loadingVariables, type readingVariables } from '../catalog/session-variables';
import { assertNever } from '../contract/exhaustive';
import { SluiceError } from '../contract/failure';
import type { EngineDumpTable, EngineMigrateTable, EngineSessionVariable } from '../engine/specs';
import { toEngineTables as toLoadTables } from '../load/engine-tables';
import type { Begun } from '../load/begin';
import type { PreparedTable } from '../load/tables';
import { planReading, type ReadingPlan, type SummedTable } from '../sums/server-sums';

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

/** The target's tables as they are read again: each along its own key, in the source's encoding. */
export async function targetParts(
  session: ControlSession,
  routes: readonly Route[],
): Promise<readonly (readonly EngineDumpTable[])[]> {
  const tables = routes.map(({ prepared: { schema, dump }, parts }) => ({
    ...{ schema, name: dump.name },
    columns: parts[0]?.columns ?? [],
  }));
  return (await planReading(session, tables)).map((plan, at) => partsOf(plan, tables[at]));
}

function partsOf(plan: ReadingPlan, table: SummedTable | undefined): readonly EngineDumpTable[] {
  const place = { table: `${table?.schema ?? ''}.${table?.name ?? ''}` };
  switch (plan.kind) {
    case 'readable':
      return plan.parts;
    case 'missing':
      throw new SluiceError('target-missing', 'The table is not there any more.', place);
    case 'other-column': {
      const what = `The column “${plan.column}” is not of the source’s kind.`;
      throw new SluiceError('definition-differs', what, place);
    }
    default:
      return assertNever(plan);
  }
}

export function loadVariables(session: ControlSession): readonly EngineSessionVariable[] {
  return plainVariables(loadingVariables(session.server));
}
