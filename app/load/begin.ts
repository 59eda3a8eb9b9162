import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import { quoteName } from '../catalog/text/quote';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import { failureOf } from '../engine/failures';
import type { RunHooks } from '../engine/hooks';
import { tablesOf, type DumpFolder } from '../format/read/reader';
import { chosenAccounts } from '../target/accounts/select';
import { decideAccounts } from '../target/accounts/plan';
import { assertAccepted } from '../target/trial/definitions';
import { assertAppendable } from '../target/existing/append';
import { arrange } from '../format/select';
import { assertTablesFit } from '../target/existing/table-definitions';
import { planGtid } from './gtid';
import { assertHistoryFits } from '../target/tables/row-versions';
import {
  LoadJournal,
  type JournalHeader,
  type PreparedRecord,
  type RecordedTarget,
} from '../target/journal/journal';
import { withMakers } from '../target/session/ddl-sessions';
import { JOURNAL_TABLE } from '../target/journal/journal-table';
import { assertMethodFits, type MethodDecision } from '../target/rows/method';
import { claim, endEarlierLanes, thisRun } from '../target/session/claim';
import {
  assertJournalPossible,
  assertNoneUnfinished,
  findUnfinished,
} from '../target/journal/find-unfinished';
import { lastingOptions, preparedAgain, resumedOptions } from '../target/journal/resume';
import { allowedChanges } from './speed-ups/checks';
import { assertRenamable } from '../target/names/rename-check';
import { leaveBinlog } from '../target/session/replication';
import { assertSameMembers } from '../target/existing/enum-members';
import type { SteadySession } from '../target/session/reconnecting-session';
import {
  makeSchema,
  prepareSchema,
  type PrepareContext,
  type PreparedSchema,
  type PreparedTable,
} from '../target/tables/prepare';
import { assertNamesDistinct } from '../target/names/namesakes';
import { removeReplaced, restoreReplaced } from '../target/existing/replaced';
import { assertMayLoad, assertMayReplace } from '../target/rights';
import {
  assertNoForeignTriggers,
  assertNothingInTheWay,
  assertTriggersFree,
  findTargets,
  type TargetSchema,
} from '../target/preflight';
import { dropMade, takeBackIfPossible } from '../target/rollback/created-objects';
import { dropUnbegun, journaledTargets } from '../target/rollback/unstarted';
import type { LoadRequest } from './request';
import type { DumpSource } from './dump-source/dump-source';

/** Where a load begins: a signed-in target that may be lost and found again. */
export interface Beginning {
  /** The dump with all that it holds, also what this load leaves out. */
  readonly whole: DumpFolder;
  readonly method: MethodDecision;
  readonly session: ControlSession;
  readonly steady: SteadySession;
  readonly hooks: RunHooks;
}

/** A load that has its journal. */
export interface Begun extends PrepareContext {
  readonly whole: DumpFolder;
  readonly method: MethodDecision;
  readonly steady: SteadySession;
  readonly targets: readonly TargetSchema[];
  /** What an earlier run has recorded of its tables; null where none came so far. */
  readonly records: ReadonlyMap<string, PreparedRecord> | null;
}

export async function beginLoad(
  request: LoadRequest,
  source: DumpSource,
  beginning: Beginning,
): Promise<Begun> {
  const { whole, method, session, hooks } = beginning;
  const { options } = request;
  const dump = arrange(whole, options);
  source.assertSound(dump);
  assertMethodFits(dump, method);
  await assertHistoryFits(session, dump);
  const targets = await clearTargets(session, dump, options, hooks);
  await planGtid(session, dump.manifest, options);
  await decideAccounts(session, { dump, options, accounts: await chosenAccounts(dump, options) });
  await assertAccepted(beginning.steady, dump, targets, options);
  hooks.stage('definitions');
  return await beginJournal({ ...beginning, dump, options, targets }, { dump: await source.identity() });
}

/** Where every schema goes. Fails with what is in the way there, before anything is touched. */
export async function clearTargets(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
  hooks: Pick<RunHooks, 'log'>,
): Promise<readonly TargetSchema[]> {
  await assertNoneUnfinished(session, dump, options);
  await assertJournalPossible(session, dump, options);
  await assertNamesDistinct(session, dump, options);
  await dropUnbegun(session, await journaledTargets(session, dump, options), hooks);
  const targets = await findTargets(session, dump, options);
  await assertMayReplace(session, targets, options);
  assertNothingInTheWay(targets, dump, options);
  assertTriggersFree(targets);
  assertNoForeignTriggers(targets, dump, options);
  await assertAppendable(session, targets, dump, options);
  await assertSameMembers(session, targets, dump, options);
  await assertTablesFit(session, targets, dump, options);
  await assertRenamable(dump, options);
  return targets;
}

/** What a load's journal says of where its rows come from. */
export interface LoadIdentity extends Pick<JournalHeader, 'dump' | 'migration'> {
  readonly loadName?: string;
}

/** A beginning that failed and left something of its own on the target, which could not be removed. */
export class LeftBehind extends Error {
  constructor(cause: unknown) {
    super('The target holds a beginning.', { cause });
  }
}

/** Makes the first schema and the journal in it. Where that fails, nothing is left, or it fails with {@link LeftBehind}. */
export async function beginJournal(
  beginning: Omit<Begun, 'journal' | 'records'>,
  { loadName, ...identity }: LoadIdentity,
): Promise<Begun> {
  const { dump, session, steady, hooks, options, targets } = beginning;
  const [first] = targets;
  const source = dump.schemas.find(({ name }) => name === first?.source);
  if (first === undefined || source === undefined)
    throw new SluiceError('not-a-dump', 'The dump holds no schema.');
  hooks.leavesTarget('left');
  const made = await makeSchema({ dump, session }, source, first);
  let begun: LoadJournal | null = null;
  try {
    const header = {
      ...identity,
      options: lastingOptions(options),
      targets: targets.map(toRecorded),
    };
    const journal = await LoadJournal.begin(session, header, {
      ...(loadName !== undefined && { loadName }),
      madeSchema: made,
    });
    begun = journal;
    if (made)
      await journal.recordMade(
        session,
        await journal.willMake(session, [{ kind: 'schema', schema: first.target, name: '' }]),
      );
    await carryOn(steady, options, journal);
    return { ...beginning, journal, records: null };
  } catch (error) {
    const isLost = failureOf(error).code === 'connect-lost';
    // The session that was lost may have been this one; another takes its place.
    const isClear = await steady
      .steadily((again) => clearBeginning(again, { schema: first.target, made, journal: begun, isLost }))
      .catch(() => false);
    if (!isClear) throw new LeftBehind(error);
    hooks.leavesTarget('rolled-back');
    throw error;
  }
}

/** What has come of a beginning that failed. */
interface Beginnings {
  readonly schema: string;
  /** Whether the schema was made for it. */
  readonly made: boolean;
  /** Null where it is not known whether there is one. */
  readonly journal: LoadJournal | null;
  readonly isLost: boolean;
}

/** Removes the journal, and the schema unless somebody else has put something into it. Resolves to whether none is left. */
async function clearBeginning(
  session: ControlSession,
  { schema, made, journal, isLost }: Beginnings,
): Promise<boolean> {
  if (journal !== null) await journal.drop(session);
  const tables = await session.rows(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?',
    [schema],
  );
  if (made && tables.length === 0) await session.run(`DROP DATABASE IF EXISTS ${quoteName(schema)}`);
  // Whoever was refused because of another's journal has none; where the answer was lost, it may be ours.
  return !isLost || journal !== null || !tables.some(({ name }) => name === JOURNAL_TABLE);
}

/** What each session that carries the load on must do first, this one too. */
export async function carryOn(
  steady: SteadySession,
  options: Pick<LoadOptions, 'binlog'>,
  journal: LoadJournal,
): Promise<void> {
  await steady.hold(async (session, before) => {
    await leaveBinlog(session, options);
    await claim(session, journal, before);
    if (!(await journal.isThere(session))) throw finishedMeanwhile();
    await journal.recordRun(session, await thisRun());
  });
}

function finishedMeanwhile(): SluiceError {
  return new SluiceError(
    'nothing-to-resume',
    'Another run has finished this load, or taken it back, meanwhile.',
  );
}

export function toRecorded(target: TargetSchema): RecordedTarget {
  return { ...target, clashes: [...target.clashes] };
}

export function fromRecorded(target: RecordedTarget): TargetSchema {
  return { ...target, clashes: new Set(target.clashes) };
}

/** Goes on with a load that was not finished; begins where none was begun. */
export async function resumeLoad(
  request: LoadRequest,
  source: DumpSource,
  beginning: Beginning,
): Promise<Begun> {
  const { session, steady, hooks } = beginning;
  const journal = await findUnfinished(session, beginning.whole, request.options);
  if (journal === null) {
    hooks.log('info', 'Nothing of this dump was left to resume on the target: the load begins.');
    await assertMayLoad(session, arrange(beginning.whole, request.options), request.options);
    await allowedChanges(session, request);
    return await beginLoad(request, source, beginning);
  }
  const options = resumedOptions(request.options, journal.header.options);
  const dump = arrange(beginning.whole, options);
  source.assertSound(dump);
  await assertMayLoad(session, dump, options);
  await carryOn(steady, options, journal);
  hooks.leavesTarget('left');
  await endEarlierLanes(session, journal);
  const targets = journal.header.targets.map(fromRecorded);
  if (await journal.isVerified(session)) await removeReplaced({ session, journal });
  const records = await journal.preparedTables(session);
  if (records === null) {
    await dropMade(session, journal);
    await restoreReplaced({ session, journal }, hooks);
  }
  hooks.log(
    'info',
    records === null
      ? 'The load had not come to its rows: its tables are made again.'
      : 'What the journal in the target tells of is kept; the rest is loaded.',
  );
  return { ...beginning, dump, options, journal, targets, records };
}

/** Makes everything that the rows need, or finds again what an earlier run has made. */
export async function prepareAll(begun: Begun): Promise<readonly PreparedSchema[]> {
  const { dump, session, journal, hooks, targets, records } = begun;
  if (records !== null) return preparedAgain(dump, targets, records);
  hooks.stage('definitions');
  const schemas = await prepareSchemas(begun);
  const tables = schemas.flatMap((schema) => schema.tables);
  await journal.prepared(
    session,
    tables.map(({ dump: { name }, schema, ...table }) => ({ schema, name, ...recordOf(table) })),
  );
  return schemas;
}

/** What the journal keeps of a table that is ready for its rows. */
export function recordOf({
  canonical,
  indexes,
  sharing,
  detached,
  rowsThere,
  isKept,
}: Omit<PreparedTable, 'dump' | 'schema'>): PreparedRecord {
  return { canonical, indexes, sharing, detached: detached.length > 0, rowsThere, isKept };
}

async function prepareSchemas(begun: Begun): Promise<readonly PreparedSchema[]> {
  const { dump, targets } = begun;
  return await withMakers(begun, tablesOf(dump).length, async (makers) => {
    const schemas: PreparedSchema[] = [];
    for (const target of targets) {
      const source = dump.schemas.find(({ name }) => name === target.source);
      if (source !== undefined) schemas.push(await prepareSchema({ ...begun, makers }, source, target));
    }
    return schemas;
  });
}

/** Where the definitions failed nothing of value is lost by taking them back: true where that was possible. */
export async function wasTakenBack(
  request: Pick<LoadRequest, 'endpoint'>,
  journal: LoadJournal,
  hooks: RunHooks,
): Promise<boolean> {
  // On a session of its own: the load's may be what broke, or be killed by a cancel.
  const session = await connect(request.endpoint).catch(() => null);
  if (session === null) return false;
  try {
    await leaveBinlog(session, journal.header.options);
    // A session that was lost may be making a table still.
    await endEarlierLanes(session, journal);
    const isGone = await takeBackIfPossible(session, journal, hooks);
    if (isGone) hooks.leavesTarget('rolled-back');
    return isGone;
  } finally {
    await session.close();
  }
}
