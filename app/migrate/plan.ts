import type { ControlSession } from '../catalog/session/control-session';
import { withRoute } from '../catalog/connect/route';
import { assertMapped } from '../catalog/selection/scope';
import { loadingVariables } from '../catalog/session/variables';
import { ControlSessions } from '../catalog/session/sessions';
import type { CoverageGap } from '../contract/runs/coverage';
import { brokenWarning, gapWarnings } from '../text/coverage';
import {
  type MigrateOptions,
  type MigrationFinding,
  type MigrationPlan,
  advice,
} from '../contract/runs/migrate';
import type { Cancellation } from '../engine/cancellation';
import { withoutDdlLock } from '../source/locks/locks';
import type { SchemaPlan } from '../source/definitions/definitions';
import { withScope } from '../source/selection/selection';
import { planDump, statementsPerCall, type ReadingPlan } from '../source/preflight';
import { accountsOf } from '../target/accounts/select';
import { decideAccounts } from '../target/accounts/plan';
import { plannedAccounts } from '../target/accounts/planned';
import { collectFailures, RUN_CHECKS, TARGET_CHECKS, type Check, type PlannedTarget } from '../target/checks';
import { newNameOf, targetSchemaOf } from '../format/select';
import { assertTargetReady, findTargets } from '../target/preflight';
import { allowKeyless } from '../target/tables/primary-keys';
import { assertMaySet } from '../target/privileges';
import { judgeHistory, planHistory } from './live/row-versions';
import { judgeJson } from './live/json';
import { precheck } from './precheck/precheck';
import { dumpOptionsOf, loadOptionsOf, type MigrateRequest } from './request';
import { isSameServer } from './live/same-server';
import { readSource } from '../source/live/read-source';
import { selectFromSource } from './live/select-from-source';
import { blocking, trialFindings, tryOnTarget } from './precheck/trial';
import { unguardedAt } from '../target/guard';

export type PlanRequest = Omit<MigrateRequest, 'engine' | 'sourceProfile'>;

/**
 * Plans the reading of the source as a dump does. Where source and target are one server, no lock may block the
 * migration's own DDL.
 */
export async function planSource(
  catalog: ControlSession,
  target: ControlSession,
  options: MigrateOptions,
): Promise<ReadingPlan> {
  const dump = await planDump(catalog, dumpOptionsOf(options));
  // The source is read as a whole, whatever content is selected.
  const plan = { ...dump, selected: withScope(dump.selected, { content: options.selection.content }) };
  assertMapped(options.schemaMap, [...plan.selected.known], 'source');
  if (!(await isSameServer(catalog, target))) return plan;
  return { ...plan, locks: withoutDdlLock(plan.locks) };
}

/**
 * Plans a migration, and collects its blockers. The definitions are created in scratch schemas on the target, which are
 * dropped; nothing else is changed on either server.
 */
export async function planMigration(
  request: PlanRequest,
  cancellation: Cancellation,
): Promise<MigrationPlan> {
  const cancelling = { onCancel: cancellation.onCancel.bind(cancellation) };
  return await withRoute(
    request.source,
    (source) =>
      withRoute(
        request.target,
        (target) => planBetween({ ...request, source, target }, cancellation),
        cancelling,
      ),
    cancelling,
  );
}

async function planBetween(request: PlanRequest, cancellation: Cancellation): Promise<MigrationPlan> {
  const { options, sluiceVersion } = request;
  const sources = new ControlSessions(request.source, cancellation);
  const targets = new ControlSessions(request.target, cancellation);
  try {
    const catalog = await sources.open(statementsPerCall(options.selection));
    const session = await targets.open();
    const { locks, selected, gaps } = await planSource(catalog, session, {
      ...options,
      requireComplete: false,
    });
    const history = await planHistory(catalog, session, options);
    const source = await readSource({
      catalog,
      selected,
      locks,
      sluiceVersion,
      hooks: { cancellation },
      bulk: await sources.open('many'),
      options: history.options,
    });
    const checked = await precheck(source, catalog, session, options);
    const json = await jsonFindings(catalog, session, source.plans, options, cancellation);
    const loading = loadOptionsOf(options);
    const dump = selectFromSource(checked.dump, loading, session.server.vendor);
    const places = await findTargets(session, dump, loading);
    const accounts = await accountsOf(dump, loading);
    const checks: readonly Check<PlannedTarget>[] = [
      () => void unguardedAt(request, session, options),
      () => assertTargetReady(session),
      // Every load sets these variables, and on MySQL not every account may.
      async () => {
        await assertMaySet(session);
        await session.apply(loadingVariables(session.server));
        await allowKeyless(session, loading);
      },
      ...RUN_CHECKS,
      ...TARGET_CHECKS,
      async () => {
        await decideAccounts(session, { dump, options: loading, accounts });
      },
    ];
    const failures = await collectFailures(checks, { session, dump, options: loading, targets: places });
    const blockers = failures.map(blocking);
    const tried = await tryOnTarget(
      targets,
      catalog,
      { ...source, conversion: checked.conversion, dump },
      options,
    );
    const tables = source.plans.flatMap((plan) => plan.tables);
    const objects = source.plans.flatMap((plan) => plan.objects);
    return {
      source: catalog.server.version,
      target: session.server.version,
      threads: options.threads,
      scope: selected.scope,
      consistency: locks.sentence,
      tables: tables
        .map(({ facts, key, dataSets }) => ({
          from: `${facts.schema}.${facts.name}`,
          to: `${targetSchemaOf(loading, facts.schema)}.${newNameOf(loading.tableRenames, facts.schema, facts.name)}`,
          rows: facts.rows,
          bytes: facts.dataBytes,
          shared: key !== null || dataSets.length > 1,
        }))
        .sort((a, b) => b.bytes - a.bytes),
      views: source.plans.reduce((sum, { views }) => sum + views.length, 0),
      routines: objects.filter(({ kind }) => kind !== 'event').length,
      triggers: source.plans.reduce((sum, { triggers }) => sum + triggers.length, 0),
      events: objects.filter(({ kind }) => kind === 'event').length,
      accounts: await plannedAccounts(session, { dump, options: loading, accounts, leftOut: [] }),
      definitions: checked.definitions,
      findings: [
        ...blockers,
        ...gapFindings(gaps, options),
        ...checked.findings,
        ...judgeHistory(source.plans, history.lost),
        ...brokenFindings(source.plans),
        ...json,
        ...trialFindings(tried, [...blockers, ...checked.findings]),
      ],
    };
  } finally {
    await targets.close();
    await sources.close();
  }
}

/** Returns findings on views that the run would leave out. */
function brokenFindings(plans: readonly SchemaPlan[]): readonly MigrationFinding[] {
  return plans.flatMap(({ schema, gaps }) =>
    gaps.map(brokenWarning).map(({ code, message, hint }): MigrationFinding => ({
      severity: 'warns',
      rule: code,
      object: schema,
      why: message,
      ...advice(hint),
    })),
  );
}

/** Finds JSON values that would be lost now; a run checks again under its snapshot. */
async function jsonFindings(
  catalog: ControlSession,
  { server }: ControlSession,
  plans: readonly SchemaPlan[],
  { selection }: MigrateOptions,
  cancellation: Cancellation,
): Promise<readonly MigrationFinding[]> {
  const isText = catalog.server.vendor !== 'mysql' || server.vendor !== 'mysql';
  if (isText || selection.content === 'structure') return [];
  return (await judgeJson(catalog, plans, cancellation)).map(({ failure }) => blocking(failure));
}

/** Returns findings on what the source's account can't read: warnings, or blockers where the copy must be complete. */
function gapFindings(
  gaps: readonly CoverageGap[],
  { requireComplete }: MigrateOptions,
): readonly MigrationFinding[] {
  const severity = requireComplete ? 'blocks' : 'warns';
  return gapWarnings(gaps).map(({ message, hint }) => ({
    severity,
    rule: 'not-readable',
    object: 'source',
    why: message,
    ...advice(hint),
  }));
}
