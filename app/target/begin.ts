import { quoteName } from '../catalog/text/quote';
import type { ControlSession } from '../catalog/session/control-session';
import type { LoadOptions } from '../contract/runs/options';
import { failureOf } from '../engine/failures';
import type { RunHooks } from '../engine/hooks';
import type { TargetRun } from './context';
import { LoadJournal } from './journal/journal';
import { JOURNAL_TABLE } from './journal/journal-table';
import { persistedOptions } from './journal/resume';
import { passChecks, RUN_CHECKS, TARGET_CHECKS } from './checks';
import { findTargets } from './preflight';
import { dropUnstarted, journaledTargets } from './rollback/unstarted';
import { claim, thisRun } from './session/claim';
import type { ReconnectingSession } from './session/reconnecting-session';
import { leaveBinlog } from './session/replication';
import type { PreparedTable } from './tables/prepared-table';
import { allowKeyless } from './tables/primary-keys';
import { createSchema } from './tables/schema';
import type { DumpFolder } from '../format/read/dump';
import type { JournalHeader, PreparedRecord, RecordedTarget } from './journal/records';
import type { TargetSchema } from './target-schema';
import { preflightFailures, preflightText } from '../text/target/preflight';

/**
 * Finds the target schema of every schema, and fails with the blockers on the target. Removes only what a run left
 * behind that created no more than its journal.
 */
export async function planTargets(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
  hooks: Pick<RunHooks, 'log'>,
): Promise<readonly TargetSchema[]> {
  const run = { session, dump, options };
  await passChecks(RUN_CHECKS, run);
  await dropUnstarted(session, await journaledTargets(session, dump, options), hooks);
  const targets = await findTargets(session, dump, options);
  await passChecks(TARGET_CHECKS, { ...run, targets });
  return targets;
}

/** Origin of a load's rows, as its journal records it. */
export interface LoadIdentity extends Pick<JournalHeader, 'dump' | 'migration'> {
  readonly loadName?: string;
}

/** A start that failed and left objects of its own on the target, which could not be removed. */
export class LeftBehind extends Error {
  constructor(readonly reason: unknown) {
    super(preflightText.leftBehind);
  }
}

/** Creates the first schema and the journal in it. On failure it removes both, or fails with {@link LeftBehind}. */
export async function beginJournal(
  start: Omit<TargetRun, 'journal' | 'records'>,
  { loadName, ...identity }: LoadIdentity,
): Promise<TargetRun> {
  const { dump, session, reconnecting, hooks, options, targets } = start;
  const [first] = targets;
  const source = dump.schemas.find(({ name }) => name === first?.source);
  if (first === undefined || source === undefined) throw preflightFailures.noSchemas();
  hooks.leavesTarget('left');
  const createdSchema = await createSchema({ dump, session }, source, first);
  let journal: LoadJournal | null = null;
  try {
    const header = {
      ...identity,
      options: persistedOptions(options),
      targets: targets.map(toRecorded),
    };
    journal = await LoadJournal.begin(session, header, {
      ...(loadName !== undefined && { loadName }),
      createdSchema,
    });
    if (createdSchema)
      await journal.recordCreated(
        session,
        await journal.recordCreate(session, [{ kind: 'schema', schema: first.target, name: '' }]),
      );
    await setUpSessions(reconnecting, options, journal);
    return { ...start, journal, records: null };
  } catch (error) {
    const isLost = failureOf(error).code === 'connect-lost';
    // The lost session may have been this one: `withRetry` opens another.
    const isClear = await reconnecting
      .withRetry((fresh) => removeStart(fresh, { schema: first.target, createdSchema, journal, isLost }))
      .catch(() => false);
    if (!isClear) throw new LeftBehind(error);
    hooks.leavesTarget('rolled-back');
    throw error;
  }
}

/** State of a start that failed. */
interface FailedStart {
  readonly schema: string;
  /** True if the run created the schema. */
  readonly createdSchema: boolean;
  /** Journal of the failed start; null where it is not known whether it exists. */
  readonly journal: LoadJournal | null;
  readonly isLost: boolean;
}

/** Removes the journal, and the schema unless other objects are in it. Resolves to whether no journal is left. */
async function removeStart(
  session: ControlSession,
  { schema, createdSchema, journal, isLost }: FailedStart,
): Promise<boolean> {
  if (journal !== null) await journal.drop(session);
  const tables = await session.rows(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?',
    [schema],
  );
  if (createdSchema && tables.length === 0) await session.run(`DROP DATABASE IF EXISTS ${quoteName(schema)}`);
  // A run that was refused because of another journal has none; after a lost connection the journal may be ours.
  return !isLost || journal !== null || !tables.some(({ name }) => name === JOURNAL_TABLE);
}

/**
 * Set-up for every control session of the run, the present one too: disable the binary log, claim the load lock, record
 * the process.
 */
export async function setUpSessions(
  reconnecting: ReconnectingSession,
  options: Pick<LoadOptions, 'binlog' | 'missingPrimaryKey'>,
  journal: LoadJournal,
): Promise<void> {
  await reconnecting.hold(async (session, before) => {
    await leaveBinlog(session, options);
    await allowKeyless(session, options);
    await claim(session, journal, before);
    if (!(await journal.exists(session))) throw preflightFailures.finishedMeanwhile();
    await journal.recordRun(session, await thisRun());
  });
}

export function toRecorded(target: TargetSchema): RecordedTarget {
  return { ...target, clashes: [...target.clashes] };
}

export function fromRecorded(target: RecordedTarget): TargetSchema {
  return { ...target, clashes: new Set(target.clashes) };
}

/** Returns the journal's record of a prepared table. */
export function recordOf({
  canonical,
  indexes,
  sharing,
  order,
  detached,
  existingRows,
  isKept,
}: Omit<PreparedTable, 'dump' | 'schema'>): PreparedRecord {
  return {
    ...{ canonical, indexes, sharing, detached: detached.length > 0, existingRows, isKept },
    ...(order !== undefined && { order }),
  };
}
