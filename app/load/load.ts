import { connect } from '../catalog/connect';
import type { ControlSession } from '../catalog/control-session';
import type { Endpoint } from '../catalog/endpoint';
import { quoteName } from '../catalog/quote';
import { parseVersion } from '../catalog/server';
import { ControlSessions } from '../catalog/sessions';
import type { Environment } from '../contract/connection';
import { SluiceError, type Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/options';
import type { Check, TableVerdict } from '../contract/run';
import type { Addon } from '../engine/addon';
import { assertMemory } from '../engine/memory';
import { stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { readDump, type DumpFolder } from '../format/reader';
import { assertAppendable, rowsThatStay } from './append';
import { arrange, arrangeWarnings } from './arrange';
import { SILENCE_MS } from './control-watch';
import { addForeignKeys, checkForeignKeys } from './constraints';
import { dumpFingerprint, LoadJournal, type PreparedRecord } from './journal';
import { assertMethodFits, decideMethod, type MethodDecision } from './method';
import { checkObjects, createObjects } from './objects';
import {
  assertNoneUnfinished,
  claim,
  dropUnbegun,
  endEarlierLanes,
  findUnfinished,
  lastingOptions,
  preparedAgain,
  resumedOptions,
} from './resume';
import { assertRenamable } from './rename-check';
import { leaveBinlog, replicationStart } from './replication';
import { loadRows, rowsToLoad, type CountedRows } from './rows';
import { SteadySession } from './steady-session';
import {
  expectedRows,
  makeSchema,
  prepareSchema,
  type PrepareContext,
  type PreparedSchema,
  type PreparedTable,
} from './tables';
import {
  assertNothingInTheWay,
  assertTargetReady,
  assertTriggersFree,
  findTargets,
  type TargetSchema,
} from './target';
import { dropMade, takeBack, takeBackIfPossible } from './undo';
import { unfinishedReport } from './unfinished';
import { checkDefinition, rowCheck } from './verify';

export interface LoadRequest {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** The target's profile, for its guard; null for an unsaved connection. */
  readonly profile: { readonly name: string; readonly environment: Environment } | null;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly options: LoadOptions;
  /** How often, in ms, a connection that is silent is asked after; {@link SILENCE_MS} unless a test is in a hurry. */
  readonly silenceMs?: number;
}

/**
 * Loads a dump, or goes on with a load of it, and verifies it. Resolves with a good state only when every table's rows
 * were counted, every definition compared and every foreign key proved. Before its tables are ready it rejects with
 * the first failure and has removed what it had made; later it resolves as incomplete, with how to go on.
 */
export async function load(request: LoadRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(request.options);
  assertUnguarded(request);
  const whole = await readDump(request.folder);
  const sessions = new ControlSessions(request.endpoint, hooks.cancellation);
  const { endpoint, silenceMs = SILENCE_MS, options } = request;
  const steady = new SteadySession(sessions, hooks, {
    endpoint,
    silenceMs,
    reconnectMs: options.reconnectMs,
  });
  try {
    const session = await steady.open();
    assertSameVendor(whole, session);
    hooks.stage('preflight');
    await assertTargetReady(session);
    await leaveBinlog(session, request.options);
    const method = await decideMethod(session, request.options);
    if (method.reason !== null) hooks.log('info', method.reason);
    const begin = request.options.resume ? resumeLoad : beginLoad;
    const begun = await begin(request, { whole, method, session, steady, hooks });
    const { journal } = begun;
    try {
      return await finishLoad(request, begun, await prepareAll(begun));
    } catch (error) {
      // Only what fails before the tables are ready comes here.
      if (await wasTakenBack(request, journal, hooks)) throw error;
      return unfinishedReport(error, request, journal);
    }
  } finally {
    steady.release();
    await sessions.close();
  }
}

/** Takes back what an unfinished load of a dump has made on its target, and its journal; nothing else. */
export async function abandon(request: LoadRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertUnguarded(request);
  const dump = await readDump(request.folder);
  const sessions = new ControlSessions(request.endpoint, hooks.cancellation);
  try {
    const session = await sessions.open();
    const journal = await findUnfinished(session, request.folder, request.options);
    await leaveBinlog(session, journal.header.options);
    await claim(session, journal);
    await endEarlierLanes(session, journal);
    hooks.stage('finish');
    const warnings = await rowsThatStay(session, journal);
    await takeBack(session, journal, hooks);
    return { ...loadReport(dump, [], [], warnings), storedBytes: 0 };
  } finally {
    await sessions.close();
  }
}

/** A production target needs its name typed, whoever asks. */
export function assertUnguarded({ profile, options }: Pick<LoadRequest, 'profile' | 'options'>): void {
  if (profile?.environment !== 'production' || options.confirmedTarget === profile.name) return;
  throw new SluiceError('target-protected', `“${profile.name}” is a production connection.`);
}

export function assertWhole(dump: DumpFolder): void {
  if (dump.done === null) {
    throw new SluiceError('dump-incomplete', `${dump.path} holds a dump that was never finished.`);
  }
  const [first] = dump.problems;
  if (first === undefined) return;
  const more =
    dump.problems.length === 1 ? '' : ` ${dump.problems.length - 1} more files are missing or damaged.`;
  throw SluiceError.from({ ...first, message: `${first.message}${more}` });
}

export function assertSameVendor({ manifest }: DumpFolder, session: ControlSession): void {
  const { vendor } = parseVersion(manifest.serverVersion);
  if (vendor === session.server.vendor) return;
  throw new SluiceError(
    'dump-unsupported',
    `The dump comes from ${manifest.serverVersion}, the target is ${session.server.version}: another vendor.`,
    { hint: 'Load it into a server of the same vendor.' },
  );
}

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

async function beginLoad(request: LoadRequest, beginning: Beginning): Promise<Begun> {
  const { whole, method, session, hooks } = beginning;
  const { options } = request;
  const dump = arrange(whole, options);
  assertWhole(dump);
  assertMethodFits(dump, method);
  await assertNoneUnfinished(session, dump, options);
  await dropUnbegun(session, dump, options);
  const targets = await findTargets(session, dump, options);
  assertNothingInTheWay(targets, dump, options);
  await assertTriggersFree(session, targets, dump);
  await assertAppendable(session, targets, dump, options);
  await assertRenamable(dump, options);
  hooks.stage('definitions');
  return await beginJournal({ ...beginning, dump, options, targets }, await dumpFingerprint(request.folder));
}

/** Makes the first schema and the journal in it; where that fails, nothing is left. */
export async function beginJournal(
  beginning: Omit<Begun, 'journal' | 'records'>,
  fingerprint: string,
  loadName?: string,
): Promise<Begun> {
  const { dump, session, steady, options, targets } = beginning;
  const [first] = targets;
  const source = dump.schemas.find(({ name }) => name === first?.source);
  if (first === undefined || source === undefined)
    throw new SluiceError('not-a-dump', 'The dump holds no schema.');
  const made = await makeSchema({ dump, session }, source, first);
  try {
    const header = {
      dump: fingerprint,
      options: lastingOptions(options),
      targets: targets.map((target) => ({ ...target, clashes: [...target.clashes] })),
    };
    const journal = await LoadJournal.begin(session, header, loadName);
    if (made) await journal.willMake(session, [{ kind: 'schema', schema: first.target, name: '' }]);
    await steady.hold((holder, before) => carry(holder, options, journal, before));
    return { ...beginning, journal, records: null };
  } catch (error) {
    if (made) await session.run(`DROP DATABASE ${quoteName(first.target)}`).catch(() => undefined);
    throw error;
  }
}

/** What each session that carries the load on must do first. */
async function carry(
  session: ControlSession,
  options: LoadOptions,
  journal: LoadJournal,
  before: number | null,
): Promise<void> {
  await leaveBinlog(session, options);
  await claim(session, journal, before);
}

async function resumeLoad(request: LoadRequest, beginning: Beginning): Promise<Begun> {
  const { session, steady, hooks } = beginning;
  const journal = await findUnfinished(session, request.folder, request.options);
  const options = resumedOptions(request.options, journal.header.options);
  const dump = arrange(beginning.whole, options);
  assertWhole(dump);
  await steady.hold((holder, before) => carry(holder, options, journal, before));
  await endEarlierLanes(session, journal);
  const targets = journal.header.targets.map((target) => ({ ...target, clashes: new Set(target.clashes) }));
  const records = await journal.preparedTables(session);
  if (records === null) await dropMade(session, journal);
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
  const schemas: PreparedSchema[] = [];
  for (const target of targets) {
    const source = dump.schemas.find(({ name }) => name === target.source);
    if (source !== undefined) schemas.push(await prepareSchema(begun, source, target));
  }
  const tables = schemas.flatMap((schema) => schema.tables);
  await journal.prepared(
    session,
    tables.map(({ dump: { name }, schema, canonical, indexes, sharing, detached, rowsThere }) => {
      return { schema, name, canonical, indexes, sharing, detached: detached.length > 0, rowsThere };
    }),
  );
  return schemas;
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
    return await takeBackIfPossible(session, journal, hooks);
  } finally {
    await session.close();
  }
}

/** Rows, foreign keys, objects and proof: each step looks at what the target has, so that it can be done again. */
async function finishLoad(
  request: LoadRequest,
  begun: Begun,
  schemas: readonly PreparedSchema[],
): Promise<RunReport> {
  const { dump, options, journal, hooks, steady, records } = begun;
  const tables = schemas.flatMap((schema) => schema.tables);
  const each = async <T>(
    step: (context: PrepareContext, schema: PreparedSchema) => Promise<readonly T[]>,
  ) => {
    const found: T[] = [];
    for (const schema of schemas)
      found.push(...(await steady.steadily((session) => step({ ...begun, session }, schema))));
    return found;
  };
  try {
    hooks.stage('data');
    const work = await steady.steadily((session) =>
      rowsToLoad({ session, journal, options, method: begun.method, tables, resumed: records !== null }),
    );
    const counted = await loadRows({ ...request, options }, work, hooks);
    hooks.stage('constraints');
    await steady.steadily((session) => addForeignKeys(session, tables, hooks));
    hooks.stage('objects');
    const warnings = [
      ...arrangeWarnings(begun.whole, options.selection),
      ...schemas.flatMap((schema) => schema.warnings),
      ...(await each(createObjects)),
    ];
    hooks.stage('verify');
    const verdicts = await steady.steadily((session) => verifyTables({ ...begun, session }, tables, counted));
    const checks = await each(checkObjects);
    hooks.stage('finish');
    await steady.steadily((session) => journal.drop(session));
    return {
      ...loadReport(dump, verdicts, checks, warnings),
      replicationStart: replicationStart(dump.manifest),
    };
  } catch (error) {
    return unfinishedReport(error, request, journal);
  }
}

export async function verifyTables(
  { dump, session, options, method, hooks }: PrepareContext & { readonly method: MethodDecision },
  tables: readonly PreparedTable[],
  counted: CountedRows,
): Promise<readonly TableVerdict[]> {
  const verdicts: TableVerdict[] = [];
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
    verdicts.push({
      schema: table.schema,
      table: table.dump.name,
      rows,
      bytes: table.dump.bytes ?? 0,
      decisions: [table.indexes.reason, table.sharing.reason, method.reason].filter(isSaid),
      checks: [
        rowCheck(rows, table),
        await checkDefinition(session, table, dump.manifest, options),
        ...(foreignKeys === null ? [] : [foreignKeys]),
      ],
    });
  }
  return verdicts;
}

function isSaid(reason: string | null): reason is string {
  return reason !== null;
}

function loadReport(
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
