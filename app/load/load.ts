import { SILENCE_MS } from '../catalog/session/process-list';
import { logCaution } from '../catalog/session/caution';
import type { ControlSession } from '../catalog/session/control-session';
import { ControlSessions } from '../catalog/session/sessions';
import { settleAll } from '../catalog/collections/settle';
import { assertMemory } from '../engine/job';
import type { RunHooks, RunReport } from '../engine/hooks';
import { fixedSource, readRules, type FixedSource } from './definitions/fixes';
import { assertConverts } from './definitions/converted';
import { writeRejects } from '../format/values/rejects';
import type { DumpFolder } from '../format/read/dump';
import { applySelection } from '../format/select';
import { decideMethod, type MethodDecision } from '../target/rows/method';
import { leaveBinlog } from '../target/session/replication';
import { ReconnectingSession } from '../target/session/reconnecting-session';
import { assertTargetReady } from '../target/preflight';
import { allowKeyless } from '../target/tables/primary-keys';
import { assertMayLoad, assertMaySet } from '../target/privileges';
import type { LoadRequest } from './request';
import { beginLoad, prepareAll, resumeLoad, asBegun } from './begin';
import { finishLoad, waysToContinue } from './finish';
import { allowedChanges } from './speed-ups/checks';
import { withSpeedUps } from './speed-ups/speed-ups';
import { unfinishedReport } from '../target/unfinished';
import { assertUnguarded, unguardedAt } from '../target/guard';
import { LeftBehind } from '../target/begin';
import { rollbackUnprepared } from '../target/rollback/unprepared';
import { orFolderGone } from './dump-source/gone';
import { heldAgainstTarget, isHeldAgainstTarget } from './dump-source/held-against-target';
import type { DumpSource } from './dump-source/dump-source';
import { openSource } from './dump-source/open';

/**
 * Loads a dump, or resumes a load of it, and verifies it. Resolves with a good state only when every table's rows were
 * counted, every definition compared and every foreign key proved. Before its tables are prepared it rejects with the
 * first failure after rolling back; later it resolves as incomplete, with the commands that resume it or roll it back.
 */
export async function load(asked: LoadRequest, hooks: RunHooks): Promise<RunReport> {
  hooks.stage('connect');
  assertMemory(asked.options);
  assertUnguarded(asked);
  const found = await openSource(asked, hooks);
  const sessions = new ControlSessions(asked.endpoint, hooks.cancellation);
  const { endpoint, silenceMs = SILENCE_MS, options } = asked;
  const reconnecting = new ReconnectingSession(sessions, hooks, {
    endpoint,
    silenceMs,
    reconnectMs: options.reconnectMs,
    choose: (session) => allowKeyless(session, options),
  });
  try {
    const session = await reconnecting.open(async (fresh) => {
      // A resumed load has its schemas in its journal, and checks its privileges when it has read it.
      if (options.resume) await assertMaySet(fresh);
      else await assertMayLoad(fresh, applySelection(found.whole, options), options);
    });
    logCaution(session, hooks);
    const request = unguardedAt(asked, session, options);
    hooks.stage('preflight');
    const checking = checkTarget(session, found, request, hooks);
    // Far away each question of either waits for the line, not for the other.
    await settleAll([sessions.assertOneServer(), checking]);
    const { whole, source, method } = await checking;
    const begin = request.options.resume ? resumeLoad : beginLoad;
    const run = await begin(request, source, { method, session, reconnecting, hooks });
    const { journal, records } = run;
    try {
      await writeRejects(whole, options.input ?? {});
      return await withSpeedUps(request, hooks, session.server.connectionId, async () =>
        finishLoad(request, source, run, await prepareAll(request, run)),
      );
    } catch (error) {
      const failure = await orFolderGone(error, request.folder);
      // Reached only by failures before the tables are prepared; a resumed load with prepared tables keeps them.
      if (records === null && (await rollbackUnprepared(request, journal, hooks)))
        throw (await source.loss()) ?? failure;
      return unfinishedReport(failure, waysToContinue(request, journal.header.options.schemaMap));
    }
  } catch (error) {
    if (!(error instanceof LeftBehind)) throw error;
    return unfinishedReport(error.reason, waysToContinue(asked, options.schemaMap));
  } finally {
    reconnecting.release();
    await sessions.close();
  }
}

interface CheckedLoad {
  /** The dump as it was opened. */
  readonly whole: DumpFolder;
  /** The same with the definitions that the target gets. */
  readonly source: FixedSource;
  readonly method: MethodDecision;
}

/** Checks the target and the dump against each other, before anything is changed. */
async function checkTarget(
  session: ControlSession,
  found: DumpSource,
  request: LoadRequest,
  hooks: RunHooks,
): Promise<CheckedLoad> {
  const { options } = request;
  const isHeldAgain = options.resume && isHeldAgainstTarget(found.whole);
  const begun = isHeldAgain ? await asBegun(session, found.whole, options) : { options };
  const opened = await heldAgainstTarget(session, found, { ...request, ...begun });
  await assertTargetReady(session);
  await leaveBinlog(session, options);
  // A resumed load checks this later: sessions of the earlier run may still be writing.
  if (!options.resume) await allowedChanges(session, request);
  const method = await decideMethod(session, options);
  if (method.reason !== null) hooks.log('info', method.reason);
  const rules = await readRules(session, opened, options.fixes);
  // A resumed load was asked before it began.
  if (!options.resume) await assertConverts(applySelection(opened.whole, options), rules.conversion);
  return { whole: opened.whole, source: fixedSource(opened, rules), method };
}
