import type { DumpPreflight } from '../contract/channels';
import { gapGrants, type CoverageGap } from '../contract/runs/coverage';
import { gapRefusal, gapSentence, gapWarnings } from '../text/coverage';
import { assertNever } from '../contract/exhaustive';
import type { DumpOptions, Selection } from '../contract/runs/options';
import type { Failure } from '../contract/failure';
import type { StatementsPerCall } from '../catalog/session/answers';
import type { ControlSession } from '../catalog/session/control-session';
import { ObjectFilter } from '../catalog/selection/object-filter';
import { planCoverage, type Coverage } from '../catalog/privileges/coverage';
import { readPrivileges, type Privileges } from '../catalog/privileges/grants';
import { idleRolesOf, missingNeeds } from '../catalog/privileges/missing';
import { granteeOf } from '../catalog/privileges/names';
import { tableLockNeed } from '../catalog/privileges/needs/needs';
import { readNonTransactional } from '../catalog/objects/non-transactional';
import { readVisibleSchemas } from '../catalog/privileges/visible-objects';
import type { SystemPeriod, TableFacts } from '../catalog/objects/tables';
import type { RunHooks } from '../engine/hooks';
import type { EngineRowVersions } from '../engine/specs';
import { privilegesText, type IdleRoles } from '../text/catalog/privileges';
import { sourceFailures } from '../text/source';
import { checkSelection, withScope, type CheckedSelection } from './selection/selection';
import { computingWarnings } from './definitions/computed-columns';
import { isConsistent, planLocks, type LockPlan, type TableName } from './locks/locks';

export interface ReadingPlan {
  readonly locks: LockPlan;
  readonly selected: CheckedSelection;
  /** Tables that no snapshot covers; they stay locked until they are dumped. */
  readonly heldTables: readonly TableName[];
  /** Objects of the selection that the account can't read; they are left out of `selected`. */
  readonly gaps: readonly CoverageGap[];
  /** Roles that may close the gaps; null where there are none. */
  readonly idleRoles: IdleRoles | null;
}

/** Returns how many statements the session that plans a dump takes: one where it runs conditions of the user's. */
export function statementsPerCall({ where }: Pick<Selection, 'where'>): StatementsPerCall {
  return where.length > 0 ? 'one' : 'many';
}

/**
 * Decides which objects a dump with these options takes and how it will be consistent; changes nothing on the server.
 * Fails with `not-readable` where it must be complete and the account can't read all of it.
 */
export async function planDump(session: ControlSession, options: DumpOptions): Promise<ReadingPlan> {
  const requested = await checkSelection(session, options.selection);
  const privileges = await readPrivileges(session);
  const coverage = await readCoverage(session, options.selection, requested, privileges);
  const { gaps } = coverage;
  const { vendor, account } = session.server;
  const idleRoles = gaps.length === 0 ? null : idleRolesOf(privileges, vendor, granteeOf(account));
  if (options.requireComplete && gaps.length > 0) throw gapRefusal(gaps, idleRoles);
  const selected = withoutUnreadable(requested, options.selection, coverage);
  const locks = planLocks({
    server: session.server,
    account,
    privileges,
    schemas: selected.schemas,
    consistency: options.consistency,
    caution: session.caution,
  });
  const heldTables = await planHeldTables(session, options, selected, privileges);
  const computed = await computingWarnings(session, selected.objectFilter);
  const warnings = [
    // Missing privileges explain why a schema looks empty: no second warning.
    ...(gaps.length === 0 ? selected.warnings : []),
    ...gapWarnings(gaps, idleRoles),
    ...lockWarnings(locks),
    ...computed,
  ];
  return { locks, selected: { ...selected, warnings }, heldTables, gaps, idleRoles };
}

/** Logs the objects that can't be read before the first row, with the statements that grant them. */
export function logGaps(
  { gaps, idleRoles }: Pick<ReadingPlan, 'gaps' | 'idleRoles'>,
  hooks: Pick<RunHooks, 'log'>,
): void {
  if (gaps.length === 0) return;
  hooks.log('warning', gapSentence(gaps));
  for (const grant of gapGrants(gaps)) hooks.log('warning', `  ${grant}`);
  if (idleRoles !== null) hooks.log('warning', privilegesText.idleRoles(idleRoles));
}

/** Determines which objects of a selection the account can't read. */
async function readCoverage(
  session: ControlSession,
  selection: Selection,
  { schemas, objectFilter }: CheckedSelection,
  privileges: Privileges,
): Promise<Coverage> {
  const visible = await readVisibleSchemas(session, schemas, privileges, objectFilter);
  return planCoverage({ server: session.server, privileges, selection, objectFilter, visible });
}

/** Leaves out unreadable objects from the start: one of them would end the dump in its middle. */
function withoutUnreadable(
  selected: CheckedSelection,
  { include, exclude }: Selection,
  { leftOut }: Coverage,
): CheckedSelection {
  if (leftOut.length === 0) return selected;
  const less = [...exclude, ...leftOut];
  const objectFilter = new ObjectFilter({ include, exclude: less });
  const tables = selected.tables.filter(({ schema, name }) => objectFilter.table(schema, name));
  return withScope({ ...selected, objectFilter, tables }, { exclude: less });
}

/**
 * Selects the tables to lock until they are dumped. Fails with `privilege-missing` where the account may not lock one.
 */
async function planHeldTables(
  session: ControlSession,
  { nonTransactional, selection }: DumpOptions,
  { objectFilter }: CheckedSelection,
  privileges: Privileges,
): Promise<readonly TableName[]> {
  if (nonTransactional === 'warn' || selection.content === 'structure') return [];
  const tables = (await readNonTransactional(session)).filter(({ schema, name }) =>
    objectFilter.table(schema, name),
  );
  const refused = tables.find(({ schema }) => missingNeeds([tableLockNeed(schema)], privileges).length > 0);
  if (refused === undefined) return tables;
  throw sourceFailures.mayNotHoldWriters({ table: `${refused.schema}.${refused.name}` });
}

/** Plans a dump for the window, before anything is started. */
export async function preflight(session: ControlSession, options: DumpOptions): Promise<DumpPreflight> {
  // An incomplete dump is not refused here: the window shows what would be missing.
  const { locks, selected } = await planDump(session, { ...options, requireComplete: false });
  return { ...locks, scope: selected.scope, warnings: selected.warnings };
}

function lockWarnings(locks: LockPlan): readonly Failure[] {
  return isConsistent(locks) ? [] : [sourceFailures.notConsistent().failure];
}

/**
 * Warns of everything that a dump can't carry, or not within its snapshot: before and after, never dropped in silence.
 */
export function warningsFor(facts: TableFacts, versions: EngineRowVersions): readonly Failure[] {
  const { kind, period, engine } = facts;
  const table = `${facts.schema}.${facts.name}`;
  if (kind === 'sequence') return [];
  const history = period === null || versions === 'all' ? [] : [historyLoss(period, table)];
  const isCovered = engine.toLowerCase() === 'innodb';
  return [
    ...history,
    ...(isCovered ? [] : [sourceFailures.engineWithoutSnapshots({ engine }, { table }).failure]),
  ];
}

/** Explains why the row history is left behind, and what to do. */
function historyLoss({ counts }: SystemPeriod, table: string): Failure {
  switch (counts) {
    case 'time':
      return sourceFailures.historyLeftOut({ table }).failure;
    case 'transactions':
      return sourceFailures.historyOfTransactions({ table }).failure;
    default:
      return assertNever(counts);
  }
}
