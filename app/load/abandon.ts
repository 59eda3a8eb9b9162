import { ControlSessions } from '../catalog/sessions';
import { SluiceError } from '../contract/failure';
import type { RunHooks, RunReport } from '../engine/hooks';
import { readDump } from '../format/reader';
import { giveUp } from './give-up';
import { findUnfinished } from './resume';
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
    const journal = await findUnfinished(session, dump, request.options);
    if (journal === null)
      throw new SluiceError('nothing-to-resume', 'No load of this dump was left unfinished on the target.');
    const warnings = await giveUp(session, journal, hooks);
    return { ...loadReport(dump, [], [], warnings), storedBytes: 0 };
  } finally {
    await sessions.close();
  }
}
