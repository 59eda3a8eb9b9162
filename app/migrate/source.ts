import type { ControlSession } from '../catalog/control-session';
import { DUMP_DEFAULTS, type DumpOptions } from '../contract/options';
import type { MigrateOptions } from '../contract/migrate';
import type { EngineDumpTable } from '../engine/specs';
import type { RunHooks } from '../engine/hooks';
import type { CheckedSelection } from '../dump/check-selection';
import type { DumpedDefinition } from '../dump/definitions';
import { isConsistent, type LockPlan } from '../dump/locks';
import { dumpObjects, type SchemaPlan } from '../dump/objects';
import { Stems } from '../format/names';
import type { DumpFolder } from '../format/reader';
import { LiveDump } from './live-dump';

/** Everything of the source that a migration takes, but the rows. */
export interface SourceCatalog {
  readonly dump: DumpFolder;
  readonly plans: readonly SchemaPlan[];
  /** How the rows of each table are read, by position; one for the table or one for each partition. */
  readonly parts: readonly EngineDumpTable[];
  readonly definitions: readonly DumpedDefinition[];
}

/** What a dump with the same wishes would be told. */
export function dumpOptionsOf(options: MigrateOptions): DumpOptions {
  return {
    ...DUMP_DEFAULTS,
    selection: { ...options.selection, content: 'everything', users: [] },
    definers: options.definers,
    consistency: options.consistency,
    threads: options.threads,
    compression: { kind: 'none' },
    memoryLimitBytes: options.memoryLimitBytes,
    lockWaitTimeoutMs: options.lockWaitTimeoutMs,
  };
}

interface Reading {
  readonly catalog: ControlSession;
  /** For reading definitions in bulk. */
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
  const objects = dumpObjects({
    ...{ options, selected, catalog, stems, definitions: bulk },
    heldTables: [],
    // The tables are announced when their rows are about to move.
    hooks: { cancellation: hooks.cancellation, tables: () => undefined },
    job: { addTables: (tables) => parts.push(...tables) },
    recorder: { expect: () => undefined },
  });
  const plans = await objects.plan(selected.schemas.map((schema) => ({ schema, stem: stems.of(schema) })));
  const live = new LiveDump();
  const { definitions } = await objects.write(plans, live);
  const consistent = isConsistent(locks);
  return {
    dump: live.toDump({ server: catalog.server, options, sluiceVersion, consistent }),
    ...{ plans, parts, definitions },
  };
}
