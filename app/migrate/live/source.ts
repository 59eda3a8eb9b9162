import type { ControlSession } from '../../catalog/session/control-session';
import type { Vendor } from '../../contract/connections/connection';
import type { DumpOptions, LoadOptions } from '../../contract/runs/options';
import type { EngineDumpTable } from '../../engine/specs';
import type { RunHooks } from '../../engine/hooks';
import type { CheckedSelection } from '../../source/selection/selection';
import type { DumpedDefinition } from '../../source/definitions/compare-definitions';
import { assertNoneMissing } from '../../source/selection/missing-objects';
import { isConsistent, mustCompareDefinitions, type LockPlan } from '../../source/locks/locks';
import { readDefinitions, type SchemaPlan } from '../../source/definitions/definitions';
import { Stems } from '../../format/names';
import { applySelection } from '../../format/select';
import { LiveDump } from './live-dump';
import type { DumpFolder } from '../../format/read/dump';

/** Everything of the source that a migration takes except the rows, with the selected accounts. */
export interface SourceCatalog {
  readonly dump: DumpFolder;
  readonly plans: readonly SchemaPlan[];
  /** Parts in which the rows are read: one for each table, or for each of its partitions. */
  readonly parts: readonly EngineDumpTable[];
  readonly definitions: readonly DumpedDefinition[];
}

interface Reading {
  readonly catalog: ControlSession;
  /** Session for reading definitions in bulk. */
  readonly bulk: ControlSession;
  readonly options: DumpOptions;
  readonly selected: CheckedSelection;
  readonly locks: LockPlan;
  readonly hooks: Pick<RunHooks, 'cancellation'>;
  readonly sluiceVersion: string;
}

/** Reads the definitions as a dump does, into memory. */
export async function readSource(reading: Reading): Promise<SourceCatalog> {
  const { catalog, bulk, options, selected, locks, hooks, sluiceVersion } = reading;
  const parts: EngineDumpTable[] = [];
  const stems = new Stems();
  const objects = readDefinitions({
    options,
    selected,
    catalog,
    stems,
    definitions: bulk,
    heldTables: [],
    hooks,
    // Announced to the engine and the watchers when their rows are about to move.
    announce: (tables) => parts.push(...tables),
  });
  const planned = await objects.plan(selected.schemas.map((schema) => ({ schema, stem: stems.of(schema) })));
  const live = new LiveDump();
  const { plans, definitions } = await objects.write(planned, live);
  if (mustCompareDefinitions(locks))
    assertNoneMissing({ ...selected, ...selected.scopeFacts, content: options.selection.content }, plans);
  const consistent = isConsistent(locks);
  return {
    dump: live.toDump({
      server: catalog.server,
      options,
      sluiceVersion,
      consistent,
      accounts: selected.accounts,
    }),
    plans,
    parts,
    definitions,
  };
}

/**
 * Applies the selection of a load: the objects were selected at the source; their content and names are selected here.
 */
export function selectFromSource(
  dump: DumpFolder,
  { selection, ...wish }: LoadOptions,
  target: Vendor,
): DumpFolder {
  const everything = [{ kind: 'schema' as const, schema: '%' }];
  const selected = {
    ...wish,
    // Entries for schemas that are not selected are ignored.
    schemaMap: Object.fromEntries(
      Object.entries(wish.schemaMap).filter(([schema]) => dump.schemas.some(({ name }) => name === schema)),
    ),
    selection: { include: everything, exclude: [], content: selection.content },
  };
  return applySelection(dump, selected, target);
}
