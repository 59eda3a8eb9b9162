import type { ControlSession } from '../catalog/session/control-session';
import { ControlSessions } from '../catalog/session/sessions';
import type { RunHooks, RunReport } from '../engine/hooks';
import { openDump } from '../format/formats';
import { rollbackTarget } from '../target/rollback/rollback';
import { findUnfinished } from '../target/journal/find-unfinished';
import { leaveBinlog } from '../target/session/replication';
import { type LoadRequest } from './request';
import { loadReport } from './finish';
import { dropUnstarted, journaledTargets } from '../target/rollback/unstarted';
import { assertUnguarded, unguardedAt } from '../target/guard';
import type { DumpFolder } from '../format/read/dump';
import { loadFailures, loadText } from '../text/load/load';

/**
 * Rolls back an unfinished load of a dump: drops what it created on its target, and its journal, and changes nothing
 * else.
 */
export async function rollbackLoad(request: LoadRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertUnguarded(request);
  const dump = await openDump(request.folder, request.engine, request.options.input);
  const sessions = new ControlSessions(request.endpoint, hooks.cancellation);
  try {
    const session = await sessions.open();
    unguardedAt(request, session, request.options);
    const journal = await findUnfinished(session, dump, request.options);
    const warnings =
      journal === null
        ? await dropUnstartedRuns(session, dump, request, hooks)
        : await rollbackTarget(session, journal, hooks);
    return { ...loadReport(dump, [], [], warnings), storedBytes: 0 };
  } finally {
    await sessions.close();
  }
}

async function dropUnstartedRuns(
  session: ControlSession,
  dump: DumpFolder,
  { options }: LoadRequest,
  hooks: RunHooks,
): Promise<readonly []> {
  await leaveBinlog(session, options);
  const cleared = await dropUnstarted(session, await journaledTargets(session, dump, options), hooks);
  if (cleared.length === 0) throw loadFailures.noUnfinishedLoad();
  hooks.log('info', loadText.journalsRemoved(cleared));
  return [];
}
