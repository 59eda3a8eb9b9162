import { createHash } from 'crypto';
import type { ControlSession } from '../catalog/session/control-session';
import { parseDefinition, withoutCounter } from '../catalog/definition/definition';
import { readCreateTable } from '../catalog/objects/objects';
import { quoteTable } from '../catalog/text/quote';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { RunHooks } from '../engine/hooks';
import { accountsOf } from '../target/accounts/select';
import { dropEarlierAccounts } from '../target/accounts/create';
import { decideAccounts } from '../target/accounts/plan';
import type { LoadJournal } from '../target/journal/journal';
import { withDdlSessions } from '../target/session/ddl-sessions';
import { assertMethodFits, type MethodDecision } from '../target/rows/method';
import type { CreateContext } from '../target/tables/create';
import { preparedAgain } from '../target/journal/resume';
import { removeReplaced } from '../target/existing/replaced';
import type { ReconnectingSession } from '../target/session/reconnecting-session';
import { dropForeignKeys } from '../target/rows/statements';
import { prepareSchema } from '../target/tables/prepare';
import { assertNothingInTheWay, findTargets } from '../target/preflight';
import { assertMayLoad } from '../target/rights';
import { dropCreated } from '../target/rollback/created-objects';
import { loadOptionsOf, type MigrateRequest } from './request';
import { persistedMigration, MIGRATION } from './resume';
import { quotedTarget, type Route } from './rows/routes';
import { beginJournal, planTargets, fromRecorded, recordOf, toRecorded } from '../target/begin';
import type { TargetRun } from '../target/context';
import type { PreparedSchema } from '../target/tables/prepared-table';
import { tablesOf, type DumpFolder, type DumpSchema, type DumpTable } from '../format/read/dump';
import type { PreparedRecord } from '../target/journal/records';

/** Where a migration's writing begins: a signed-in target, and what the source holds in the target's words. */
export interface Beginning {
  readonly request: Pick<MigrateRequest, 'options'>;
  readonly hooks: RunHooks;
  readonly reconnecting: ReconnectingSession;
  readonly session: ControlSession;
  readonly method: MethodDecision;
  /** Arranged. */
  readonly dump: DumpFolder;
}

/** Refuses a target where something is in the way; then makes its journal. */
export async function beginMigration(
  { request, dump, ...beginning }: Beginning,
  loadName: string,
): Promise<TargetRun> {
  const options = loadOptionsOf(request.options);
  assertMethodFits(dump, beginning.method);
  await assertMayLoad(beginning.session, dump, options);
  const targets = await planTargets(beginning.session, dump, options, beginning.hooks);
  await assertAccountsPossible(beginning.session, dump, options);
  const migration = persistedMigration(request.options);
  return await beginJournal(
    { ...beginning, whole: dump, dump, options, targets },
    { dump: MIGRATION, migration, loadName },
  );
}

/** Goes on with the journal of one that was not finished, on what the source holds now. */
export async function resumeMigration(
  { request, dump, ...beginning }: Beginning,
  journal: LoadJournal,
): Promise<TargetRun> {
  const { session, method } = beginning;
  const options = loadOptionsOf(request.options);
  assertMethodFits(dump, method);
  await assertMayLoad(session, dump, options);
  if (await journal.isVerified(session)) await removeReplaced({ session, journal });
  const known = journal.header.targets.map(fromRecorded);
  const schemas = dump.schemas.filter(({ name }) => !known.some(({ source }) => source === name));
  const more = await findTargets(session, { ...dump, schemas }, options);
  assertNothingInTheWay(more, { ...dump, schemas }, options);
  await journal.addTargets(session, more.map(toRecorded));
  await dropEarlierAccounts(session, journal);
  await assertAccountsPossible(session, dump, options);
  const records = await journal.preparedTables(session);
  return { ...beginning, whole: dump, dump, options, journal, targets: [...known, ...more], records };
}

/** Long before they are made: refused is what can be refused while nothing has moved. */
async function assertAccountsPossible(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<void> {
  await decideAccounts(session, { dump, options, accounts: await accountsOf(dump, options) });
}

/**
 * Makes everything that the rows need. In a migration that is resumed a table that was made stays where its definition
 * on the source is what it was; everything else that was made goes, and is made again as the source has it now.
 */
export async function prepareTables(run: TargetRun): Promise<readonly PreparedSchema[]> {
  const { session, journal, hooks } = run;
  hooks.stage('definitions');
  const standing = await standingTables(run);
  await dropCreated(
    session,
    journal,
    ({ kind, schema, name }) => kind === 'table' && standing.has(quoteTable(schema, name)),
  );
  return await withDdlSessions(run, tablesOf(run.dump).length, (ddlSessions) =>
    prepareSchemas({ ...run, ddlSessions }, standing),
  );
}

async function prepareSchemas(
  context: TargetRun & CreateContext,
  standing: ReadonlyMap<string, PreparedRecord>,
): Promise<readonly PreparedSchema[]> {
  const { dump, session, targets } = context;
  const schemas: PreparedSchema[] = [];
  for (const target of targets) {
    const source = dump.schemas.find(({ name }) => name === target.source);
    if (source === undefined) continue;
    const stands = ({ name }: DumpTable) => standing.has(quoteTable(target.target, name));
    const fresh = await prepareSchema(
      context,
      withTables(source, (table) => !stands(table)),
      target,
    );
    const old = { ...dump, schemas: [withTables(source, stands)] };
    const again = preparedAgain(old, [target], standing).flatMap((schema) => schema.tables);
    for (const table of again) await takeForeignKeysOff(session, table);
    schemas.push({ ...fresh, source, tables: [...again, ...fresh.tables] });
  }
  return schemas;
}

function withTables(schema: DumpSchema, takes: (table: DumpTable) => boolean): DumpSchema {
  return { ...schema, tables: schema.tables.filter(takes) };
}

/**
 * What an earlier run recorded of the tables that can stay, by quoted table. Fails with `target-exists` where the source
 * has lost a table whose rows go into one that was there before: nobody could tell them from others.
 */
async function standingTables(run: TargetRun): Promise<ReadonlyMap<string, PreparedRecord>> {
  const { dump, session, journal, targets, records } = run;
  const standing = new Map<string, PreparedRecord>();
  if (records === null) return standing;
  const made = await journal.createdTables(session);
  const now = new Map(
    targets.flatMap(({ source, target }) =>
      (dump.schemas.find(({ name }) => name === source)?.tables ?? []).map(
        (table) => [quoteTable(target, table.name), digestOf(table)] as const,
      ),
    ),
  );
  for (const [quoted, record] of records) {
    const digest = now.get(quoted);
    if (digest === undefined && !made.has(quoted))
      throw new SluiceError(
        'target-exists',
        `${quoted} was there before this migration, and the source has no such table any more.`,
        { hint: 'Take the migration back with --abandon, and begin again.' },
      );
    if (digest !== undefined && (digest === record.definition || !made.has(quoted)))
      standing.set(quoted, record);
  }
  return standing;
}

function digestOf({ definition }: DumpTable): string {
  return createHash('sha256')
    .update(withoutCounter(definition?.createTable ?? ''))
    .digest('hex');
}

/** An earlier run may have put them back already; they come again when all rows are in. */
async function takeForeignKeysOff(
  session: ControlSession,
  { schema, dump, detached }: PreparedSchema['tables'][number],
): Promise<void> {
  if (detached.length === 0) return;
  const { foreignKeys } = parseDefinition(await readCreateTable(session, schema, dump.name));
  const off = foreignKeys.filter(({ name }) => detached.some((other) => other.name === name));
  if (off.length > 0) await session.run(dropForeignKeys(quoteTable(schema, dump.name), off));
}

/** Lets the journal know: from now on there is something to resume. */
export async function recordPrepared(
  { session, journal }: Pick<TargetRun, 'session' | 'journal'>,
  schemas: readonly PreparedSchema[],
  routes: readonly Route[],
): Promise<void> {
  const sums = new Map(routes.map((route) => [quotedTarget(route), route.existingChecksum]));
  await journal.prepared(
    session,
    schemas
      .flatMap((schema) => schema.tables)
      .map((table) => ({
        ...recordOf(table),
        schema: table.schema,
        name: table.dump.name,
        definition: digestOf(table.dump),
        existingChecksum: (sums.get(quoteTable(table.schema, table.dump.name)) ?? BigInt(0)).toString(16),
      })),
  );
}
