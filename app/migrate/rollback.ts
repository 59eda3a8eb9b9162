import type { ControlSession } from '../catalog/session/control-session';
import { ControlSessions } from '../catalog/session/sessions';
import type { MigrateOptions } from '../contract/runs/migrate';
import { NOTHING_REPORTED, stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { rollbackTarget } from '../target/rollback/rollback';
import { journalSchemas } from '../target/journal/journal-table';
import { leaveBinlog } from '../target/session/replication';
import { dropUnstarted } from '../target/rollback/unstarted';
import { loadOptionsOf, type MigrateRequest } from './request';
import { findMigration, matchingTargets } from './resume';
import { assertUnguarded, unguardedAt } from '../target/guard';
import { migrateFailures, migrateText } from '../text/migrate/run';

/**
 * Rolls back an unfinished migration: drops what it created on its target, and its journal, and changes nothing else.
 */
export async function rollbackMigration(
  request: Pick<MigrateRequest, 'target' | 'profile' | 'guard' | 'options'>,
  hooks: RunHooks,
): Promise<RunReport> {
  hooks.stage('connect');
  const { target, options } = request;
  assertUnguarded(request);
  const sessions = new ControlSessions(target, hooks.cancellation);
  try {
    const session = await sessions.open();
    unguardedAt(request, session, options);
    const found = await findMigration(session, options);
    const warnings =
      found === null
        ? await dropUnstartedRuns(session, options, hooks)
        : await rollbackTarget(session, found.journal, hooks);
    return { ...NOTHING_REPORTED, state: stateOf([], warnings), warnings, errors: [] };
  } finally {
    await sessions.close();
  }
}

async function dropUnstartedRuns(
  session: ControlSession,
  options: MigrateOptions,
  hooks: RunHooks,
): Promise<readonly []> {
  await leaveBinlog(session, loadOptionsOf(options));
  const cleared = await dropUnstarted(
    session,
    matchingTargets(options, await journalSchemas(session)),
    hooks,
  );
  if (cleared.length === 0) throw migrateFailures.noneUnfinished();
  hooks.log('info', migrateText.journalRemoved(cleared));
  return [];
}
