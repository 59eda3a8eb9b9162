import type { DumpPreflight } from '../contract/channels';
import type { DumpOptions } from '../contract/options';
import { SluiceError, FAILURE_CODES, type Failure } from '../contract/failure';
import type { ControlSession } from '../catalog/control-session';
import { readPrivileges } from '../catalog/grants';
import type { TableFacts } from '../catalog/tables';
import { checkSelection, type CheckedSelection } from './check-selection';
import { isConsistent, planLocks, type LockPlan } from './locks';

export interface DumpPlan {
  readonly locks: LockPlan;
  readonly selected: CheckedSelection;
}

/** Decides what a dump with these options takes and how it will be consistent; changes nothing on the server. */
export async function planDump(session: ControlSession, options: DumpOptions): Promise<DumpPlan> {
  const selected = await checkSelection(session, options.selection);
  const locks = planLocks({
    vendor: session.server.vendor,
    privileges: await readPrivileges(session),
    schemas: selected.schemas,
    consistency: options.consistency,
  });
  return { locks, selected: { ...selected, warnings: [...selected.warnings, ...lockWarnings(locks)] } };
}

/** The same for the window, before anything is started. */
export async function preflight(session: ControlSession, options: DumpOptions): Promise<DumpPreflight> {
  const { locks, selected } = await planDump(session, options);
  return { ...locks, warnings: selected.warnings };
}

function lockWarnings(locks: LockPlan): readonly Failure[] {
  if (isConsistent(locks)) return [];
  return [new SluiceError('not-consistent', locks.sentence).failure];
}

/** What a dump can't carry, or not within its snapshot: told before and after, never dropped in silence. */
export function warningsFor(table: TableFacts): readonly Failure[] {
  const warn = (message: string, hint: string): Failure => ({
    code: 'unsupported-object',
    message,
    hint,
    table: `${table.schema}.${table.name}`,
    retryable: false,
  });
  if (table.kind === 'sequence') return [];
  if (table.kind === 'system-versioned') {
    return [
      warn(
        'Only the current rows are dumped, not their history.',
        FAILURE_CODES['unsupported-object'].remedy,
      ),
    ];
  }
  if (table.engine.toLowerCase() === 'innodb') return [];
  return [
    warn(
      `The engine ${table.engine} has no snapshots: its rows may be newer than those of the other tables.`,
      'Stop writing to the table during the dump, or convert it to InnoDB.',
    ),
  ];
}
