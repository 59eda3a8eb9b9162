import type { ControlSession } from '../catalog/session/control-session';
import { quoteTable } from '../catalog/text/quote';
import type { Failure } from '../contract/failure';
import type { Check, TableVerdict } from '../contract/runs/result';
import type { RunHooks } from '../engine/hooks';
import { accountsOf } from '../target/accounts/select';
import { accountWarnings, checkAccounts } from '../target/accounts/create';
import { countExistingRows } from '../target/existing/append';
import { addForeignKeys, orphanWarning } from '../target/tables/foreign-keys';
import { enableEvents, planEvents, type EventPlan } from '../target/objects/events';
import { raiseCounters } from '../target/tables/auto-increment';
import { repairIndexes } from '../target/indexes/repair';
import { checkObjects, objectCount } from '../target/objects/create';
import { createObjects } from '../target/objects/with-accounts';
import { askingTogether } from '../target/session/asking-together';
import { schemaWarnings } from '../target/tables/schema';
import { removeReplaced } from '../target/existing/replaced';
import type { ReconnectingSession } from '../target/session/reconnecting-session';
import { keepsExisting } from '../target/target-schema';
import type { Checksums } from '../checksums/totals';
import type { MigrateRequest } from './request';
import { proveRows } from './rows/prove-rows';
import { firstId, sourceChecksum, quotedTarget } from './rows/routes';
import { assertObjectsEquivalent, type NormalizedObjects } from './normalized/objects';
import type { TargetRun } from '../target/context';
import { recountAfterLoss } from '../target/rows/recount';
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
  /** Objects as they must be on a target of another vendor; null within a vendor. */
  readonly expectedObjects: NormalizedObjects | null;
  /** Checksums of the rows as read on the source. */
  readonly checksums: Checksums;
}

export interface Finished {
  readonly verdicts: readonly TableVerdict[];
  readonly checks: readonly Check[];
  readonly warnings: readonly Failure[];
}

/**
 * Adds foreign keys, objects and accounts, verifies everything, then drops the journal. Each step can be repeated after a
 * lost connection.
 */
export async function finishTarget(finishing: Finishing): Promise<Finished> {
  const { hooks, reconnecting, run, schemas, routes, checksums } = finishing;
  const routesByTable = new Map(routes.map((route) => [quotedTarget(route), route]));
  const routeOf = ({ schema, dump }: PreparedTable) => routesByTable.get(quoteTable(schema, dump.name));
  const tables = schemas
    .flatMap((schema) => schema.tables)
    .map((table) => withRows(table, routeOf(table), checksums));
  const openings = reconnecting.openings;
  const counted = new Map<number, number>();
  hooks.stage('constraints');
  const repaired = await repairIndexes(reconnecting, tables, hooks);
  await reconnecting.withRetry((session) => addForeignKeys(session, tables, hooks));
  if (run.records !== null)
    await reconnecting.withRetry((session) => raiseCounters({ ...run, session }, tables));
  hooks.stage('objects');
  const warnings: Failure[] = [...schemas.flatMap((schema) => schema.warnings), ...repaired];
  const selected = await accountsOf(run.dump, run.options);
  const created = await createObjects(run, schemas, { accounts: selected });
  const { accounts } = created;
  warnings.push(...created.warnings, ...accountWarnings(accounts));
  hooks.stage('verify');
  const digests = await proveRows(finishing);
  const { verdicts, orphaned, ...verified } = await reconnecting.withRetry(async (session) => {
    for (const [at, table] of tables.entries())
      counted.set(at, await countOf(session, table, routeOf(table), checksums));
    return await verifyTables({ ...run, session }, tables, counted);
  });
  warnings.push(...orphaned.map(orphanWarning), ...verified.warnings);
  const checks: Check[] = [];
  checks.push(
    ...(await reconnecting.withRetry((session) => proveAllObjects({ ...run, session }, finishing))),
  );
  checks.push(...(await reconnecting.withRetry((session) => checkAccounts({ ...run, session }, accounts))));
  const events: EventPlan[] = [];
  for (const schema of schemas)
    warnings.push(
      ...(await reconnecting.withRetry((session) => schemaWarnings({ ...run, session }, schema))),
    );
  for (const schema of schemas)
    events.push(...(await reconnecting.withRetry((session) => planEvents({ ...run, session }, schema))));
  warnings.push(...events.flatMap((plan) => plan.warnings));
  hooks.stage('finish');
  await recountAfterLoss(run, openings, tables, counted);
  await reconnecting.withRetry((session) => removeReplaced({ ...run, session }));
  await reconnecting.withRetry((session) => enableEvents(session, events));
  await reconnecting.withRetry((session) => run.journal.drop(session));
  return {
    verdicts: verdicts.map((verdict) => {
      const quoted = quoteTable(verdict.schema, verdict.table);
      const note = routesByTable.get(quoted)?.note ?? null;
      return {
        ...verdict,
        decisions: [...(note === null ? [] : [note]), ...(verdict.decisions ?? [])],
        checks: [...verdict.checks, ...(digests.get(quoted) ?? [])],
      };
    }),
    checks,
    warnings,
  };
}

/** Returns the table with the source's row and byte counts, where rows came from the source. */
function withRows(
  table: PreparedTable,
  route: MigratedRoute | undefined,
  checksums: Checksums,
): PreparedTable {
  if (route === undefined) return table;
  const { rows, bytes } = sourceChecksum(route, checksums);
  return { ...table, dump: { ...table.dump, rows, bytes } };
}

/** Returns the engine's row count of the table; counts here a table that received no rows of the source. */
async function countOf(
  session: ControlSession,
  { schema, dump }: PreparedTable,
  route: MigratedRoute | undefined,
  checksums: Checksums,
): Promise<number> {
  const counted =
    route?.targetChecksum?.rows ?? (route === undefined ? undefined : checksums.counted(firstId(route)));
  return counted ?? (await countExistingRows(session, schema, dump));
}

async function proveAllObjects(run: TargetRun, finishing: Finishing): Promise<readonly Check[]> {
  const { schemas } = finishing;
  const count = schemas.reduce((all, schema) => all + objectCount(schema), 0);
  return await askingTogether(run, count, async (session) => {
    const checks: Check[] = [];
    for (const schema of schemas)
      checks.push(...(await proveObjects({ ...run, session }, schema, finishing)));
    return checks;
  });
}

/** Compares a schema's objects with the source's: byte for byte within a vendor, else in normalized form. */
async function proveObjects(
  context: TargetRun,
  schema: PreparedSchema,
  { expectedObjects, request }: Finishing,
): Promise<readonly Check[]> {
  const { session, options } = context;
  const expected = expectedObjects?.get(schema.source.name);
  // Kept objects that existed before are not part of this migration.
  const isKept = keepsExisting(options) && schema.target.exists;
  if (expected === undefined || isKept) return await checkObjects(context, schema);
  const { definers } = request.options;
  return await assertObjectsEquivalent(session, schema, expected, definers);
}
