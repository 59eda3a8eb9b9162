import { ControlSessions } from '../catalog/sessions';
import { SluiceError } from '../contract/failure';
import { stateOf, type RunHooks, type RunReport, NOTHING_REPORTED } from '../engine/hooks';
import { assertUnguarded } from '../load/request';
import { journalSchemas, LoadJournal } from '../load/journal';
import { claim, endEarlierLanes } from '../load/resume';
import { takeBack } from '../load/undo';
import { loadOptionsOf, MIGRATION, type MigrateRequest } from './migrate';

/**
 * Takes back what migrations that could not clean up behind themselves (their process died) have made on the target,
 * and their journals; nothing else. Fails with `nothing-to-resume` where there is none.
 */
export async function abandonMigration(
  { target, profile, options }: Pick<MigrateRequest, 'target' | 'profile' | 'options'>,
  hooks: RunHooks,
): Promise<RunReport> {
  hooks.stage('connect');
  assertUnguarded({ profile, options: loadOptionsOf(options) });
  const sessions = new ControlSessions(target, hooks.cancellation);
  try {
    const session = await sessions.open();
    const found: LoadJournal[] = [];
    for (const schema of await journalSchemas(session)) {
      const journal = await LoadJournal.open(session, schema);
      if (journal?.header.dump === MIGRATION) found.push(journal);
    }
    if (found.length === 0)
      throw new SluiceError('nothing-to-resume', 'No migration was left unfinished on the target.');
    hooks.stage('finish');
    for (const journal of found) {
      await claim(session, journal);
      await endEarlierLanes(session, journal);
      await takeBack(session, journal, hooks);
    }
    return { ...NOTHING_REPORTED, state: stateOf([], []), errors: [] };
  } finally {
    await sessions.close();
  }
}
