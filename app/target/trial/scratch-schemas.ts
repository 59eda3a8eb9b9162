import { randomBytes } from 'crypto';
import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName } from '../../catalog/text/quote';
import type { ControlSessions } from '../../catalog/session/sessions';
import { SluiceError } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import { trialText } from '../../text/target/trial';

/** Time, in seconds, within which a server notices that a connection was closed, if it is told at all. */
const PATIENCE_SECONDS = 5;
const PREFIX = 'sluice_check_';
/** Name of a scratch schema: behind the prefix, eight digits of its run and eight of its own. */
const OURS = /^(sluice_check_[0-9a-f]{8})[0-9a-f]{8}$/;

/** Scratch schemas on the target in which definitions are tried; they are all dropped afterwards. */
export interface Scratch {
  /** Creates another one with a unique name, by a statement that is given that name. */
  make(create: (name: string) => string): Promise<string>;
}

/**
 * Runs work with scratch schemas and drops them afterwards; fails where one could not be dropped, with `connect-lost`
 * where the connection was lost before. Scratch schemas of a killed run are dropped as well: a run that uses some holds one
 * lock for all of them, because MySQL before 5.7.5 gives a session no second one (its manual, "GET_LOCK").
 */
export async function withScratch<T>(
  session: ControlSession,
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const created: string[] = [];
  // Not written to the binary log, where the account may decide that.
  await session.run('SET SESSION sql_log_bin = 0').catch(() => undefined);
  await removeLeft(session, 0);
  const lock = PREFIX + randomBytes(4).toString('hex');
  await session.scalar('SELECT GET_LOCK(?, 0)', [lock]);
  const trial = work({
    make: async (create) => {
      const name = lock + randomBytes(4).toString('hex');
      // An account that may not drop it is refused here, before it is created.
      await session.run(`DROP DATABASE IF EXISTS ${quoteName(name)}`);
      created.push(name);
      await session.run(create(name));
      return name;
    },
  });
  const [ended] = await Promise.allSettled([trial]);
  const kept = await removeCreated(session, created, lock);
  if (ended.status === 'rejected') throw kept?.isLost === false ? withLeft(ended.reason, kept) : ended.reason;
  if (kept !== null) throw kept.isLost ? kept.failure : withLeft(kept.failure, kept);
  return ended.value;
}

/** A scratch schema that could not be dropped. */
interface KeptSchema {
  readonly name: string;
  readonly failure: SluiceError;
  /** True if the connection was lost: who opens the next one drops it. */
  readonly isLost: boolean;
}

/** Drops the schemas. Resolves to the first that is still there; null where all were dropped. */
async function removeCreated(
  session: ControlSession,
  created: readonly string[],
  lock: string,
): Promise<KeptSchema | null> {
  let kept: KeptSchema | null = null;
  for (const name of created) {
    const error = await errorOf(session.run(`DROP DATABASE IF EXISTS ${quoteName(name)}`));
    if (error !== null) kept ??= { name, failure: error, isLost: error.failure.code === 'connect-lost' };
    if (kept?.isLost === true) return kept;
  }
  const error = await errorOf(session.run(`DO RELEASE_LOCK('${lock}')`));
  return error?.failure.code === 'connect-lost' ? { name: lock, failure: error, isLost: true } : kept;
}

async function errorOf(work: Promise<void>): Promise<SluiceError | null> {
  return await work.then(
    () => null,
    (error: unknown) => SluiceError.from(failureOf(error)),
  );
}

/** Adds to a failure that a scratch schema is left: a server that became read-only drops nothing. */
function withLeft(error: unknown, { name }: KeptSchema): SluiceError {
  const failure = failureOf(error);
  return SluiceError.from({ ...failure, message: trialText.schemaLeft({ message: failure.message, name }) });
}

/**
 * Drops scratch schemas whose sessions have ended: those of killed runs, and of a run that lost its connection, which
 * the server may notice only after a moment.
 */
export async function removeLeft(session: ControlSession, patienceSeconds = PATIENCE_SECONDS): Promise<void> {
  const rows = await session.rows(
    'SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE ?',
    [`${PREFIX.replace(/_/g, '\\_')}%`],
  );
  for (const { name } of rows) {
    const lock = OURS.exec(name ?? '')?.[1];
    if (name == null || lock === undefined) continue;
    if ((await session.scalar('SELECT GET_LOCK(?, ?)', [lock, patienceSeconds])) !== '1') continue;
    await session
      .run(`DROP DATABASE IF EXISTS ${quoteName(name)}`)
      .catch((error: unknown) => failureOf(error));
    await session.run(`DO RELEASE_LOCK('${lock}')`);
  }
}

/** Drops them on a new session, as far as the server can be reached. */
export async function removeLeftBy(sessions: Pick<ControlSessions, 'open'>): Promise<void> {
  await sessions
    .open()
    .then((session) => removeLeft(session))
    .catch(() => undefined);
}
