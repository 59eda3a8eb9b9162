import type { ControlSession } from '../../catalog/session/control-session';
import type { Failure } from '../../contract/failure';
import type { RunHooks } from '../../engine/hooks';
import { remainingRows } from '../existing/append';
import type { LoadJournal } from '../journal/journal';
import { removeReplaced } from '../existing/replaced';
import { leaveBinlog } from '../session/replication';
import { claim, endEarlierLanes } from '../session/claim';
import { rollbackCreated } from './created-objects';
import { rollbackFailures } from '../../text/target/journal';

/** Rolls back the load of a journal; returns warnings on what can't be rolled back. */
export async function rollbackTarget(
  session: ControlSession,
  journal: LoadJournal,
  hooks: RunHooks,
): Promise<readonly Failure[]> {
  await leaveBinlog(session, journal.header.options);
  await claim(session, journal);
  await endEarlierLanes(session, journal);
  hooks.stage('finish');
  if (await journal.isVerified(session)) return [await endVerified(session, journal)];
  const warnings = await remainingRows(session, journal);
  await rollbackCreated(session, journal, hooks);
  return warnings;
}

/** Ends a load that was verified and has started to remove what it replaced: it can't be rolled back any more. */
async function endVerified(session: ControlSession, journal: LoadJournal): Promise<Failure> {
  await removeReplaced({ session, journal });
  await journal.drop(session);
  return rollbackFailures.alreadyVerified().failure;
}
