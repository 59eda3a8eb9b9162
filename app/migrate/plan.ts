import { withRoute } from '../catalog/route';
import { ControlSessions } from '../catalog/sessions';
import type { MigrationFinding, MigrationPlan } from '../contract/migrate';
import type { Cancellation } from '../engine/cancellation';
import { failureOf } from '../engine/failures';
import { targetSchemaOf } from '../load/arrange';
import { assertUnguarded } from '../load/request';
import { assertNoneUnfinished } from '../load/resume';
import { assertNothingInTheWay, assertTargetReady, assertTriggersFree, findTargets } from '../load/target';
import { loadOptionsOf, planSource, type MigrateRequest } from './migrate';
import { precheck } from './precheck/precheck';
import { dumpOptionsOf, readSource } from './source';

export type PlanRequest = Omit<MigrateRequest, 'engine'>;

/** Finds out what a migration would do and what stands in its way; changes nothing on either server. */
export async function planMigration(
  request: PlanRequest,
  cancellation: Cancellation,
): Promise<MigrationPlan> {
  const giveUp = { onCancel: cancellation.onCancel.bind(cancellation) };
  return await withRoute(
    request.source,
    (source) =>
      withRoute(
        request.target,
        (target) => planBetween({ ...request, source, target }, cancellation),
        giveUp,
      ),
    giveUp,
  );
}

async function planBetween(request: PlanRequest, cancellation: Cancellation): Promise<MigrationPlan> {
  const { options, sluiceVersion, profile } = request;
  const sources = new ControlSessions(request.source, cancellation);
  const targets = new ControlSessions(request.target, cancellation);
  try {
    const [catalog, session] = [await sources.open(), await targets.open()];
    const { locks, selected } = await planSource(catalog, session, options);
    const source = await readSource({
      ...{ catalog, selected, locks, sluiceVersion, hooks: { cancellation } },
      bulk: await sources.open('many'),
      options: dumpOptionsOf(options),
    });
    const { findings } = await precheck(source, catalog, session, options);
    const loading = loadOptionsOf(options);
    const places = await findTargets(session, source.dump, loading);
    const gates = await shutGates([
      () => assertUnguarded({ profile, options: loading }),
      () => assertTargetReady(session),
      () => assertNoneUnfinished(session, source.dump, loading),
      () => assertNothingInTheWay(places, source.dump, loading),
      () => assertTriggersFree(session, places, source.dump),
    ]);
    const tables = source.plans.flatMap((plan) => plan.tables);
    const objects = source.plans.flatMap((plan) => plan.objects);
    return {
      source: catalog.server.version,
      target: session.server.version,
      threads: options.threads,
      consistency: locks.sentence,
      tables: tables
        .map(({ facts, key, dataSets }) => ({
          from: `${facts.schema}.${facts.name}`,
          to: `${targetSchemaOf(loading, facts.schema)}.${facts.name}`,
          rows: facts.rows,
          bytes: facts.dataBytes,
          shared: key !== null || dataSets.length > 1,
        }))
        .sort((a, b) => b.bytes - a.bytes),
      views: source.plans.reduce((sum, { views }) => sum + views.length, 0),
      routines: objects.filter(({ kind }) => kind !== 'event').length,
      triggers: source.plans.reduce((sum, { triggers }) => sum + triggers.length, 0),
      events: objects.filter(({ kind }) => kind === 'event').length,
      findings: [...gates, ...findings],
    };
  } finally {
    await targets.close();
    await sources.close();
  }
}

/** What each gate of a migration says, where it is shut. */
async function shutGates(
  gates: readonly (() => void | Promise<void>)[],
): Promise<readonly MigrationFinding[]> {
  const shut: MigrationFinding[] = [];
  for (const gate of gates) {
    try {
      await gate();
    } catch (error) {
      const { code, message, table = 'target', hint } = failureOf(error);
      shut.push({ severity: 'blocks', rule: code, object: table, why: message, fix: hint });
    }
  }
  return shut;
}
