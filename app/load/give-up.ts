import type { ControlSession } from '../catalog/control-session';
import type { Failure } from '../contract/failure';
import type { RunHooks } from '../engine/hooks';
import { rowsThatStay } from './append';
import type { LoadJournal } from './journal';
import { leaveBinlog } from './replication';
import { claim, endEarlierLanes } from './resume';
import { takeBack } from './undo';

/** Takes back what the journal tells of; answers with what can't be taken away. */
export async function giveUp(
  session: ControlSession,
  journal: LoadJournal,
  hooks: RunHooks,
): Promise<readonly Failure[]> {
  await leaveBinlog(session, journal.header.options);
  await claim(session, journal);
  await endEarlierLanes(session, journal);
  hooks.stage('finish');
  const warnings = await rowsThatStay(session, journal);
  await takeBack(session, journal, hooks);
  return warnings;
}
