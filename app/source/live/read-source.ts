import type { ControlSession } from '../../catalog/session/control-session';
import type { DumpOptions } from '../../contract/runs/options';
import type { EngineDumpTable } from '../../engine/specs';
import type { RunHooks } from '../../engine/hooks';
import type { CheckedSelection } from '../selection/selection';
import type { DumpedDefinition } from '../definitions/compare-definitions';
import { assertNoneMissing } from '../selection/missing-objects';
import { isConsistent, mustCompareDefinitions, type LockPlan } from '../locks/locks';
import { readDefinitions, type SchemaPlan } from '../definitions/definitions';
import { Stems } from '../../format/names';
import { LiveDump } from './live-dump';
import type { DumpFolder } from '../../format/read/dump';

/** Everything of a server that a dump would hold except the rows, with the selected accounts. */
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
