import type { ControlSession } from '../catalog/session/control-session';
import { quoteTable } from '../catalog/text/quote';
import type { Failure } from '../contract/failure';
import type { Check, TableVerdict } from '../contract/run';
import type { RunHooks } from '../engine/hooks';
import { accountsOf } from '../target/accounts/select';
import { accountWarnings, checkAccounts, makeAccounts } from '../target/accounts/create';
import { countThere } from '../target/existing/append';
import { addForeignKeys, orphanWarning } from '../target/tables/foreign-keys';
import { enableEvents, planEvents, type EventPlan } from '../target/objects/events';
import { raiseCounters } from '../target/tables/auto-increment';
import { mendIndexes } from '../target/indexes/repair';
import { checkObjects, OBJECT_STEPS } from '../target/objects/create';
import { removeReplaced } from '../target/existing/replaced';
import type { ReconnectingSession } from '../target/session/reconnecting-session';
import { keepsExisting } from '../target/preflight';
import type { Sums } from '../checksums/totals';
import type { MigrateRequest } from './request';
import { proveRows } from './rows/prove-rows';
import { firstId, ofSource, quotedTarget } from './rows/routes';
import { assertObjectsEquivalent, type NormalizedObjects } from './normalized/objects';
import type { TargetRun } from '../target/context';
import { verifyTables } from '../target/tables/verify-tables';
import type { PreparedSchema, PreparedTable } from '../target/tables/prepared-table';
import type { MigratedRoute } from './rows/row-job';

export interface Finishing {
  readonly request: MigrateRequest;
  readonly hooks: RunHooks;
  readonly reconnecting: ReconnectingSession;
  readonly run: TargetRun;
  readonly schemas: readonly PreparedSchema[];
  readonly routes: readonly MigratedRoute[];
  /** What its objects must mean on a target of another vendor; null within a vendor. */
  readonly meant: NormalizedObjects | null;
  /** Of what was read at the source. */
  readonly sums: Sums;
}

export interface Finished {
  readonly verdicts: readonly TableVerdict[];
  readonly checks: readonly Check[];
  readonly warnings: readonly Failure[];
}

/** Foreign keys, objects and proof, then the journal goes; each step can be done again after a lost connection. */
export async function finishTarget(finishing: Finishing): Promise<Finished> {
  const { hooks, reconnecting, run, schemas, routes, sums } = finishing;
  const ways = new Map(routes.map((route) => [quotedTarget(route), route]));
  const wayOf = ({ schema, dump }: PreparedTable) => ways.get(quoteTable(schema, dump.name));
  const tables = schemas
    .flatMap((schema) => schema.tables)
    .map((table) => withRows(table, wayOf(table), sums));
  hooks.stage('constraints');
  const mended = await mendIndexes(reconnecting, tables, hooks);
  await reconnecting.withRetry((session) => addForeignKeys(session, tables, hooks));
  if (run.records !== null)
    await reconnecting.withRetry((session) => raiseCounters({ ...run, session }, tables));
  hooks.stage('objects');
  const warnings: Failure[] = [...schemas.flatMap((schema) => schema.warnings), ...mended];
  for (const create of OBJECT_STEPS)
    warnings.push(...(await reconnecting.withRetry((session) => create({ ...run, session }, schemas))));
  const wanted = await accountsOf(run.dump, run.options);
  const accounts = await reconnecting.withRetry((session) => makeAccounts({ ...run, session }, wanted));
  warnings.push(...accountWarnings(accounts));
  hooks.stage('verify');
  const digests = await proveRows(finishing);
  const { verdicts, orphaned } = await reconnecting.withRetry(async (session) => {
    const counted = new Map<number, number>();
    for (const [at, table] of tables.entries())
      counted.set(at, await countOf(session, table, wayOf(table), sums));
    return await verifyTables({ ...run, session }, tables, counted);
  });
  warnings.push(...orphaned.map(orphanWarning));
  const checks: Check[] = [];
  for (const schema of schemas)
    checks.push(
      ...(await reconnecting.withRetry((session) => proveObjects({ ...run, session }, schema, finishing))),
    );
  checks.push(...(await reconnecting.withRetry((session) => checkAccounts({ ...run, session }, accounts))));
  const events: EventPlan[] = [];
  for (const schema of schemas)
    events.push(...(await reconnecting.withRetry((session) => planEvents({ ...run, session }, schema))));
  warnings.push(...events.flatMap((plan) => plan.warnings));
  hooks.stage('finish');
  await reconnecting.withRetry((session) => removeReplaced({ ...run, session }));
  await reconnecting.withRetry((session) => enableEvents(session, events));
  await reconnecting.withRetry((session) => run.journal.drop(session));
  return {
    verdicts: verdicts.map((verdict) => {
      const quoted = quoteTable(verdict.schema, verdict.table);
      const told = ways.get(quoted)?.told ?? null;
      return {
        ...verdict,
        decisions: [...(told === null ? [] : [told]), ...(verdict.decisions ?? [])],
        checks: [...verdict.checks, ...(digests.get(quoted) ?? [])],
      };
    }),
    ...{ checks, warnings },
  };
}

/** With what the source had, where rows came from there. */
function withRows(table: PreparedTable, route: MigratedRoute | undefined, sums: Sums): PreparedTable {
  if (route === undefined) return table;
  const { rows, bytes } = ofSource(route, sums);
  return { ...table, dump: { ...table.dump, rows, bytes } };
}

/** The engine counted what it moved, or read it; a table without rows of the source is counted here. */
async function countOf(
  session: ControlSession,
  { schema, dump }: PreparedTable,
  route: MigratedRoute | undefined,
  sums: Sums,
): Promise<number> {
  const counted = route?.found?.rows ?? (route === undefined ? undefined : sums.counted(firstId(route)));
  return counted ?? (await countThere(session, schema, dump));
}

/** To the byte within a vendor, by what they mean with another one. */
async function proveObjects(
  context: TargetRun,
  schema: PreparedSchema,
  { meant, request }: Finishing,
): Promise<readonly Check[]> {
  const { session, options } = context;
  const wanted = meant?.get(schema.source.name);
  // What was there already and stays is not of this migration.
  const isKept = keepsExisting(options) && schema.target.exists;
  if (wanted === undefined || isKept) return await checkObjects(context, schema);
  const { definers } = request.options;
  return await assertObjectsEquivalent(session, schema, wanted, definers);
}
