import { ControlSessions } from '../catalog/sessions';
import { SluiceError } from '../contract/failure';
import { NOTHING_REPORTED, stateOf, type RunHooks, type RunReport } from '../engine/hooks';
import { giveUp } from '../load/give-up';
import { assertUnguarded } from '../load/request';
import { loadOptionsOf, type MigrateRequest } from './request';
import { findMigration } from './resume';

/** Takes back what an unfinished migration has made on its target, and its journal; nothing else. */
export async function abandonMigration(
  { target, profile, guard, options }: Pick<MigrateRequest, 'target' | 'profile' | 'guard' | 'options'>,
  hooks: RunHooks,
): Promise<RunReport> {
  hooks.stage('connect');
  assertUnguarded({ profile, ...(guard !== undefined && { guard }), options: loadOptionsOf(options) });
  const sessions = new ControlSessions(target, hooks.cancellation);
  try {
    const session = await sessions.open();
    const found = await findMigration(session, options);
    if (found === null)
      throw new SluiceError('nothing-to-resume', 'No migration was left unfinished on the target.');
    const warnings = await giveUp(session, found.journal, hooks);
    return { ...NOTHING_REPORTED, state: stateOf([], warnings), warnings, errors: [] };
  } finally {
    await sessions.close();
  }
}
