import { engineOf, parseDefinition } from '../catalog/definition/definition';
import type { ControlSession } from '../catalog/session/control-session';
import { withSessions } from '../catalog/session/with-sessions';
import { loadingVariables } from '../catalog/session/variables';
import type { ControlSessions } from '../catalog/session/sessions';
import { dumpWarnings } from '../text/coverage';
import type { Failure } from '../contract/failure';
import {
  isFilled,
  type LoadPlan,
  type PlannedAction,
  type PlannedSchema,
  type PlannedTable,
  type PlannedExisting,
} from '../contract/runs/load-plan';
import type { LoadOptions } from '../contract/runs/options';
import type { Cancellation } from '../engine/cancellation';
import { failureOf } from '../engine/failures';
import { createTableOf } from '../format/read/create-table';
import { loadedAccounts, loadedNames, publicGrantWarnings } from './definitions/accounts';
import { plannedAccounts } from '../target/accounts/planned';
import { tryDump } from '../target/trial/definitions';
import { MISSING_PARTS } from '../target/trial/refusal';
import { removeLeftBy } from '../target/trial/scratch-schemas';
import { refusedByRules } from './definitions/converted';
import { definitionWarnings } from './definitions/warnings';
import { lookAtTables } from './definitions/converted-tables';
import type { Conversion } from '../target/convert/conversion';
import { fixedSource, readRules } from './definitions/fixes';
import type { Trial } from '../target/trial/trial';
import { applySelection, scopeOfLoad } from '../format/select';
import { collectFailures, RUN_CHECKS, TARGET_CHECKS, type Check, type PlannedTarget } from '../target/checks';
import { LOAD_CHECKS, type PlannedLoad } from './checks/checks';
import { planGtid } from './gtid';
import { decideIndexes } from '../target/indexes/decision';
import { readIndexHost } from '../target/indexes/host';
import type { IndexHost } from '../target/indexes/cost';
import type { LoadRequest } from './request';
import { decideMethod, type MethodDecision } from '../target/rows/method';
import { decideOrder } from '../target/rows/row-order';
import { leaveBinlog, replicationStart } from '../target/session/replication';
import { assertMayLoad } from '../target/privileges';
import { riskOf } from './speed-ups/changes';
import { allowedChanges } from './speed-ups/checks';
import { allowKeyless, withoutKeyless } from '../target/tables/primary-keys';
import { readPrivileges } from '../target/definer-privileges';
import { decideSharing, lanesOf } from '../target/rows/table-lanes';
import { type DumpSource } from './dump-source/dump-source';
import { assertTargetReady, findTargets } from '../target/preflight';
import { unguardedAt } from '../target/guard';
import type { DumpFolder, DumpSchema, DumpTable } from '../format/read/dump';
import { heldAgainstTarget } from './dump-source/held-against-target';
import { viewSource } from './dump-source/open';
import type { TargetSchema } from '../target/target-schema';
import { loadText } from '../text/load/load';

export type PlanRequest = Pick<
  LoadRequest,
  'engine' | 'endpoint' | 'profile' | 'guard' | 'folder' | 'options'
>;

/**
 * Plans a load: reads the dump's documents and scripts, queries the target, and creates the dump's definitions in
 * scratch schemas there, which it drops. Nothing else is changed. Blockers are collected, not thrown; only a dump or a
 * target that can't be read at all rejects.
 */
export async function planLoad(request: PlanRequest, cancellation: Cancellation): Promise<LoadPlan> {
  const source = await viewSource(request);
  return await withSessions(request.endpoint, cancellation, (sessions) =>
    planOnServer(sessions, source, request),
  );
}

async function planOnServer(
  sessions: ControlSessions,
  opened: DumpSource,
  request: PlanRequest,
): Promise<LoadPlan> {
  const session = await sessions.open();
  const source = await heldAgainstTarget(session, opened, request);
  const rules = await readRules(session, source, request.options.fixes);
  const fixed = fixedSource(source, rules);
  const { accountChanges, ...plan } = await planOnSession(session, fixed, request);
  const unwritable = await refusedByRules(applySelection(source.whole, request.options), rules.conversion);
  const { refused, notTried } = await tryOnServer(sessions, fixed, request, rules.conversion);
  const isSaid = ({ table, errno }: Failure) =>
    unwritable.some((failure) => failure.table === table) ||
    (unwritable.length > 0 && errno !== undefined && MISSING_PARTS.has(errno));
  const others = withoutKeyless(refused, plan.conflicts).filter((failure) => !isSaid(failure));
  return {
    ...plan,
    notTried,
    changes: [...fixed.changes(), ...accountChanges],
    conflicts: [...plan.conflicts, ...unwritable, ...others],
  };
}

/** Tries the dump's definitions in scratch schemas, unless it is known already that they can't be created. */
async function tryOnServer(
  sessions: ControlSessions,
  { whole }: DumpSource,
  { options }: PlanRequest,
  conversion: Conversion | null,
): Promise<Trial> {
  try {
    const session = await sessions.open();
    await session.apply(loadingVariables(session.server));
    await allowKeyless(session, options);
    const dump = applySelection(whole, options, session.server.vendor);
    const look = lookAtTables(dump, conversion, options);
    const wish = { ...options, accounts: await loadedNames(session, dump, options) };
    return await tryDump(session, dump, await findTargets(session, dump, options), wish, look);
  } catch (error) {
    const { code, message } = failureOf(error);
    if (code === 'connect-lost') await removeLeftBy(sessions);
    if (code === 'cancelled' || code === 'connect-lost') throw error;
    return { refused: [], notTried: loadText.definitionsNotTried(message) };
  }
}

interface Planned extends Omit<LoadPlan, 'notTried' | 'changes'> {
  readonly accountChanges: readonly Failure[];
}

async function planOnSession(
  session: ControlSession,
  source: DumpSource,
  request: PlanRequest,
): Promise<Planned> {
  const { options } = request;
  const dump = applySelection(source.whole, options, session.server.vendor);
  const targets = await findTargets(session, dump, options);
  const host = await readIndexHost(session);
  const method = await decideMethod(session, options).catch(() => null);
  const tables: PlannedTable[] = [];
  let indexSeconds = 0;
  for (const [index, { tables: own }] of dump.schemas.entries()) {
    const target = targets[index];
    for (const table of target === undefined ? [] : own) {
      const planned = await planTable(dump, table, target, { ...options, rowsBy: method?.kind }, host);
      tables.push(planned.table);
      indexSeconds += planned.indexSeconds;
    }
  }
  tables.sort((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  const loaded = await loadedAccounts(session, dump, options).catch(() => null);
  const moved = tables.filter(({ action }) => action !== 'skip');
  return {
    target: session.server.version,
    tool: dump.manifest.dumper,
    source: dump.isLikelySource === true ? null : dump.manifest.serverVersion,
    scope: scopeOfLoad(source.whole, options),
    stillToCome: source.stillToCome,
    threads: options.threads,
    binlog: options.binlog,
    speedUps: (await allowedChanges(session, request).catch(() => [])).map(riskOf),
    replicationStart: replicationStart(dump.manifest, options),
    gtid: (await planGtid(session, dump.manifest, options).catch(() => null))?.statement ?? null,
    methodReason: method?.reason ?? null,
    schemas: dump.schemas.map((schema, index) => planSchema(schema, targets[index])),
    tables,
    existing: targets.flatMap((target) => plannedExisting(target, options)),
    steps: stepsOf(tables, options.users.length > 0),
    ...(await readPrivileges(dump, session.server.account)),
    accounts:
      loaded === null ? [] : await plannedAccounts(session, { dump, options, ...loaded }).catch(() => []),
    accountChanges: loaded?.changes ?? [],
    lacks: [
      ...dumpWarnings(dump),
      ...publicGrantWarnings(dump, options),
      ...(await definitionWarnings(session, { whole: source.whole, dump }, options)),
    ],
    conflicts: await findConflicts(session, { source, dump, targets }, request),
    totals: {
      rows: sumOf(moved.map(({ rows }) => rows)),
      bytes: sumOf(moved.map(({ bytes }) => bytes)),
      storedBytes: dump.schemas
        .flatMap((schema) => schema.tables.flatMap(({ chunks }) => chunks))
        .reduce((sum, { storedBytes }) => sum + storedBytes, 0),
      indexSeconds,
    },
  };
}

interface PlannedOnTarget extends PlannedLoad, PlannedTarget {}

/** Checks for which a load asks before its others, when it signs in. */
const signInChecks = (request: PlanRequest): readonly Check<PlannedOnTarget>[] => [
  ({ session, options }) => void unguardedAt(request, session, options),
  ({ session }) => assertTargetReady(session),
  ({ session, dump, options }) => assertMayLoad(session, dump, options),
  // Every load sets these variables, and on MySQL not every account may.
  async ({ session }) => {
    await session.apply(loadingVariables(session.server)).catch(ignoreMissingPrivileges);
  },
  ({ session, options }) => leaveBinlog(session, options).catch(ignoreMissingPrivileges),
  ({ session, options }) => allowKeyless(session, options),
  async ({ session }) => {
    await allowedChanges(session, request);
  },
];

/** Runs each check of a load and collects the failures. */
async function findConflicts(
  session: ControlSession,
  found: Pick<PlannedOnTarget, 'source' | 'dump' | 'targets'>,
  request: PlanRequest,
): Promise<readonly Failure[]> {
  const { options } = request;
  const method = () => decideMethod(session, options);
  const checks = [...signInChecks(request), ...LOAD_CHECKS, ...RUN_CHECKS, ...TARGET_CHECKS];
  return await collectFailures(checks, { ...found, session, options, method });
}

/** Ignores missing privileges: the check for them has reported them already. */
function ignoreMissingPrivileges(error: unknown): void {
  if (failureOf(error).code !== 'privilege-missing') throw error;
}

async function planTable(
  dump: DumpFolder,
  table: DumpTable,
  target: TargetSchema | undefined,
  options: LoadOptions & { readonly rowsBy: MethodDecision['kind'] | undefined },
  host: IndexHost,
): Promise<{ readonly table: PlannedTable; readonly indexSeconds: number }> {
  const action = actionOn(table, target, options);
  const named = {
    schema: target?.target ?? table.schema,
    table: table.name,
    renamedFrom: table.name === table.dumpedName ? null : table.dumpedName,
    rows: table.rows,
    bytes: table.bytes,
    chunks: table.chunks.length,
  };
  if (action === 'skip') return { table: { ...named, action }, indexSeconds: 0 };
  if (action === 'refuse')
    return { table: { ...named, action, reason: loadText.tableRefused }, indexSeconds: 0 };
  const definition = parseDefinition((await createTableOf(dump, table)) ?? '');
  const keepsIndexes = action !== 'create' && action !== 'replace';
  const indexes = keepsIndexes
    ? { deferred: [], reason: loadText.tableKept, cost: null }
    : decideIndexes(definition, table, options.indexes, host);
  const sharing = decideSharing(table, {
    prefer: options.prefer,
    vendor: host.vendor,
    engine: engineOf(definition),
  });
  const order = decideOrder(table, { ...options, method: options.rowsBy ?? 'load-data' });
  return {
    table: {
      ...named,
      action,
      lanes: lanesOf(table, sharing, options.threads),
      lanesReason: sharing.reason,
      orderReason: order.reason,
      deferredIndexes: indexes.deferred.map(({ name }) => name),
      indexReason: indexes.reason,
      foreignKeys: definition.foreignKeys.length,
    },
    indexSeconds: indexes.deferred.length > 0 ? (indexes.cost?.afterSeconds ?? 0) : 0,
  };
}

function actionOn(
  { name, document }: DumpTable,
  target: TargetSchema | undefined,
  { onExisting }: LoadOptions,
): PlannedAction {
  if (target?.clashes.has(name) !== true) return document.includesDdl ? 'create' : 'fill';
  if (onExisting === 'skip') return 'skip';
  if (onExisting === 'truncate') return document.includesData ? 'empty' : 'skip';
  if (onExisting === 'append') return document.includesData ? 'append' : 'skip';
  if (!document.includesDdl) return 'fill';
  return onExisting === 'fail' ? 'refuse' : 'replace';
}

/** Plans what happens to existing views, routines, triggers and events. */
function plannedExisting(
  { target, namesakes, foreignTriggers }: TargetSchema,
  { onExisting }: LoadOptions,
): readonly PlannedExisting[] {
  const answer = onExisting === 'fail' ? 'refuse' : onExisting === 'drop' ? 'replace' : 'keep';
  const isFilled = onExisting === 'append' || onExisting === 'truncate';
  return [
    ...namesakes
      .filter(({ kind, there }) => kind !== 'table' || there.kind !== 'table')
      .map(({ there }): PlannedExisting => ({ schema: target, kind: there.kind, name: there.name, answer })),
    // A trigger would fire for the dump's rows; it is dropped with a replaced table, and stays on a kept one.
    ...foreignTriggers.map(({ name }): PlannedExisting => ({
      schema: target,
      kind: 'trigger',
      name,
      answer: isFilled ? 'refuse' : answer === 'replace' ? 'drop' : answer,
    })),
  ];
}

function planSchema(
  { name, document, tables, views }: DumpSchema,
  target: TargetSchema | undefined,
): PlannedSchema {
  return {
    source: name,
    target: target?.target ?? name,
    exists: target?.exists === true,
    views: views.length,
    routines: document.functions.length + document.procedures.length,
    triggers: tables.reduce((sum, table) => sum + table.document.triggers.length, 0),
    events: document.events.length,
    sequences: document.sequences?.length ?? 0,
  };
}

function stepsOf(tables: readonly PlannedTable[], withAccounts: boolean): readonly string[] {
  const filled = tables.flatMap((table) => (isFilled(table) ? [table] : []));
  const deferred = filled.reduce((sum, { deferredIndexes }) => sum + deferredIndexes.length, 0);
  const foreignKeys = filled.reduce((sum, table) => sum + table.foreignKeys, 0);
  const { steps } = loadText;
  return [
    steps.definitions(countsOf(tables)),
    steps.rows,
    ...(deferred === 0 ? [] : [steps.indexes(deferred)]),
    ...(foreignKeys === 0 ? [] : [steps.foreignKeys(foreignKeys)]),
    ...(withAccounts ? [steps.accounts] : []),
    steps.objects,
    steps.verification,
  ];
}

/** Counts the tables by action. */
function countsOf(tables: readonly PlannedTable[]): Partial<Record<PlannedAction, number>> {
  const counts: Partial<Record<PlannedAction, number>> = {};
  for (const { action } of tables) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}
