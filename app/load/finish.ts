import type { ControlSession } from '../catalog/session/control-session';
import { foldsTables } from '../catalog/server/name-folding';
import { lackWarnings } from '../contract/coverage';
import { SluiceError, type Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { Check, TableVerdict } from '../contract/run';
import { messageOf } from '../engine/failures';
import { NOTHING_REPORTED, stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import type { DumpFolder } from '../format/read/reader';
import { quoteTable } from '../catalog/text/quote';
import { withSums, type PlacesVerdict } from '../checksums/places';
import { chosenAccounts } from '../target/accounts/select';
import type { FixedSource } from './fixes';
import { accountWarnings, checkAccounts, makeAccounts } from '../target/accounts/create';
import { compareRows } from './checksums';
import { enableEvents, planEvents } from '../target/objects/events';
import {
  addForeignKeys,
  assertOrphansOfSource,
  checkForeignKeys,
  orphanWarning,
  type OrphanedKey,
} from '../target/tables/foreign-keys';
import { raiseCounters } from '../target/tables/auto-increment';
import { applyGtid, planGtid } from './gtid';
import { checkObjects, OBJECT_STEPS } from '../target/objects/create';
import { removeReplaced } from '../target/existing/replaced';
import { replicationStart } from '../target/session/replication';
import { giveUp } from '../target/rollback/rollback';
import { mendIndexes } from '../target/indexes/repair';
import { loadRows, type CountedRows, type LoadedRows } from './rows';
import {
  expectedRows,
  type PrepareContext,
  type PreparedSchema,
  type PreparedTable,
} from '../target/tables/prepare';
import { howToGoOn, unfinishedReport } from './unfinished';
import {
  checkDefinition,
  readDefinitions,
  readVersions,
  rowCheck,
} from '../target/tables/verify-definitions';
import type { LoadRequest } from './request';
import type { Begun } from './begin';

/** Rows, foreign keys, objects and proof: each step looks at what the target has, so that it can be done again. */
export async function finishLoad(
  request: LoadRequest,
  source: FixedSource,
  begun: Begun,
  schemas: readonly PreparedSchema[],
): Promise<RunReport> {
  try {
    begun.hooks.stage('data');
    const prepared = schemas.flatMap((schema) => schema.tables);
    const asked = { ...request, options: begun.options };
    const loaded = await loadRows(asked, source, begun, prepared);
    return await finishLoaded(asked, { ...begun, dump: loaded.dump }, schemas, loaded, source);
  } catch (error) {
    const loss = await source.loss();
    const report = loss === null ? null : await afterLoss(loss, begun);
    return report ?? unfinishedReport(error, howToGoOn(request, begun.journal.header.options.schemaMap));
  }
}

/** What a load has made of a dump that was taken away goes as well. Null where that was not possible. */
async function afterLoss(
  { failure }: SluiceError,
  { steady, journal, hooks }: Begun,
): Promise<RunReport | null> {
  try {
    const warnings = await steady.steadily((session) => giveUp(session, journal, hooks));
    hooks.leavesTarget('rolled-back');
    return { ...NOTHING_REPORTED, state: 'failed', warnings, errors: [failure] };
  } catch (error) {
    hooks.log('error', `What this load had made remains on the target: ${messageOf(error)}`);
    return null;
  }
}

async function finishLoaded(
  request: LoadRequest,
  begun: Begun,
  schemas: readonly PreparedSchema[],
  { tables, counted }: LoadedRows,
  source: FixedSource,
): Promise<RunReport> {
  const { dump, options, journal, hooks, steady, records } = begun;
  const each = async <T>(
    step: (context: PrepareContext, schema: PreparedSchema) => Promise<readonly T[]>,
  ) => {
    const found: T[] = [];
    for (const schema of schemas)
      found.push(...(await steady.steadily((session) => step({ ...begun, session }, schema))));
    return found;
  };
  hooks.stage('constraints');
  const mended = await mendIndexes(steady, tables, hooks);
  await steady.steadily((session) => addForeignKeys(session, tables, hooks));
  if (records !== null) await steady.steadily((session) => raiseCounters({ ...begun, session }, tables));
  hooks.stage('objects');
  const made: Failure[] = [];
  for (const create of OBJECT_STEPS)
    made.push(...(await steady.steadily((session) => create({ ...begun, session }, schemas))));
  const warnings = [
    ...lackWarnings(begun.whole.lacks),
    ...schemas.flatMap((schema) => schema.warnings),
    ...mended,
    ...made,
  ];
  const chosen = await chosenAccounts(dump, options);
  const accounts = await steady.steadily((session) => makeAccounts({ ...begun, session }, chosen));
  hooks.stage('verify');
  const { verdicts, orphaned } = await steady.steadily((session) =>
    verifyTables({ ...begun, session }, tables, counted),
  );
  const orphans = await steady.steadily((session) =>
    judgeOrphans(request, { ...begun, session }, tables, orphaned),
  );
  const compared = await steady.steadily((session) => compareRows(request, { dump, session }, tables, hooks));
  const checks = [
    ...(await each(checkObjects)),
    ...(await steady.steadily((session) => checkAccounts({ dump, session }, accounts))),
  ];
  const events = await each(planEvents);
  const proved = withSums(verdicts, compared);
  const left = events.flatMap((plan) => plan.warnings);
  const said = [
    ...warnings,
    ...source.changes(),
    ...orphaned.map(orphanWarning),
    ...orphans.flatMap((table) => table.warnings),
    ...left,
    ...accountWarnings(accounts),
    ...compared.flatMap((table) => table.warnings),
  ];
  const report = {
    ...loadReport(dump, proved, checks, said),
    replicationStart: replicationStart(dump.manifest, options),
  };
  const errors = [...compared, ...orphans].flatMap(({ failures }) => failures);
  if (errors.length > 0)
    return {
      ...report,
      state: 'failed',
      errors,
      unfinished: howToGoOn(request, journal.header.options.schemaMap),
    };
  hooks.stage('finish');
  await steady.steadily((session) => takeGtidSet(session, dump, options, hooks));
  await steady.steadily((session) => removeReplaced({ session, journal }));
  await steady.steadily((session) => enableEvents(session, events));
  await steady.steadily((session) => journal.drop(session));
  return report;
}

/** Only now: with its GTID set the target says that it holds all that the dump does. */
async function takeGtidSet(
  session: ControlSession,
  { manifest }: DumpFolder,
  options: LoadOptions,
  hooks: RunHooks,
): Promise<void> {
  const change = await planGtid(session, manifest, options);
  if (change === null) return;
  await applyGtid(session, change);
  hooks.log('info', `The target’s ${change.variable} is now ${change.value}.`);
}

export interface VerifiedTables {
  readonly verdicts: readonly TableVerdict[];
  /** Whether their rows are the source's own is still to be proved. */
  readonly orphaned: readonly OrphanedKey[];
}

/** Of an orphaned row either the source has no parent, or a value was changed: the rows of both tables tell. */
async function judgeOrphans(
  request: LoadRequest,
  context: Pick<Begun, 'dump' | 'session' | 'hooks'>,
  tables: readonly PreparedTable[],
  orphaned: readonly OrphanedKey[],
): Promise<readonly PlacesVerdict[]> {
  if (orphaned.length === 0 || request.options.verify === 'checksum') return [];
  const concerned = new Set(
    orphaned.flatMap(({ table, foreignKey }) => [
      quoteTable(table.schema, table.dump.name),
      quoteTable(foreignKey.parentSchema ?? table.schema, foreignKey.parentTable),
    ]),
  );
  const asked = { ...request, options: { ...request.options, verify: 'checksum' } } as const;
  const compared = tables.filter(({ schema, dump }) => concerned.has(quoteTable(schema, dump.name)));
  return await compareRows(asked, context, compared, context.hooks);
}

export async function verifyTables(
  context: PrepareContext & Pick<Begun, 'method' | 'steady'>,
  tables: readonly PreparedTable[],
  counted: CountedRows,
): Promise<VerifiedTables> {
  const { dump, session, options, method, hooks } = context;
  const folds = await foldsTables(session);
  const sides = { ...(await readVersions(session, dump.manifest)), renaming: options, folds };
  const definitions = await readDefinitions(context, tables);
  const verdicts: TableVerdict[] = [];
  const orphaned: OrphanedKey[] = [];
  for (const [id, table] of tables.entries()) {
    hooks.cancellation.throwIfCancelled();
    const rows = counted.get(id);
    if (rows === undefined || (table.dump.rows !== null && rows !== expectedRows(table))) {
      throw new SluiceError(
        'rows-differ',
        'The engine did not count the table’s rows as those of the dump.',
        {
          table: `${table.schema}.${table.dump.name}`,
        },
      );
    }
    const foreignKeys = await checkForeignKeys(session, table);
    orphaned.push(...(foreignKeys?.orphaned ?? []));
    verdicts.push({
      schema: table.schema,
      table: table.dump.name,
      rows,
      bytes: table.dump.bytes ?? 0,
      decisions: [table.indexes.reason, table.sharing.reason, method.reason].filter(isSaid),
      checks: [
        rowCheck(rows, table),
        await checkDefinition(session, definitions[id] ?? '', table, sides),
        ...(foreignKeys === null ? [] : [foreignKeys.check]),
      ],
    });
  }
  assertOrphansOfSource(orphaned, tables);
  return { verdicts, orphaned };
}

function isSaid(reason: string | null): reason is string {
  return reason !== null;
}

export function loadReport(
  dump: DumpFolder,
  verdicts: readonly TableVerdict[],
  checks: readonly Check[],
  warnings: readonly Failure[],
): RunReport {
  const chunks = dump.schemas.flatMap((schema) => schema.tables.flatMap((table) => table.chunks));
  return {
    state: stateOf([], warnings),
    files: dump.files,
    storedBytes: chunks.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
    lockWaitMs: null,
    lockHeldMs: null,
    consistency: null,
    verdicts,
    checks,
    warnings,
    errors: [],
  };
}
