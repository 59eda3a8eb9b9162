import type { ControlSession } from '../catalog/control-session';
import { ControlSessions } from '../catalog/sessions';
import type { Failure } from '../contract/failure';
import type { RunHooks, RunReport } from '../engine/hooks';
import { readDump } from '../format/reader';
import { rowsThatStay } from './append';
import type { LoadJournal } from './journal';
import { claim, endEarlierLanes, findUnfinished } from './resume';
import { leaveBinlog } from './replication';
import { takeBack } from './undo';
import { assertUnguarded, type LoadRequest } from './request';
import { loadReport } from './finish';

/** Takes back what an unfinished load of a dump has made on its target, and its journal; nothing else. */
export async function abandon(request: LoadRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertUnguarded(request);
  const dump = await readDump(request.folder);
  const sessions = new ControlSessions(request.endpoint, hooks.cancellation);
  try {
    const session = await sessions.open();
    const journal = await findUnfinished(session, request.folder, request.options);
    const warnings = await giveUp(session, journal, hooks);
    return { ...loadReport(dump, [], [], warnings), storedBytes: 0 };
  } finally {
    await sessions.close();
  }
}

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
