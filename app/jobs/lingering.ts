import { exists } from '../storage/exists';
import { userInfo } from 'os';
import { join } from 'path';
import type { Failure } from '../contract/failure';
import type { JobSchedule } from '../contract/jobs/schedule';
import { jobFailures } from '../text/runs/jobs';
import { runProgram } from './run-program';

/** The folder in which systemd-logind has a file for each user who lingers. */
const LINGER_FOLDER = '/var/lib/systemd/linger';

/** A list of schedules waits for it: where logind hangs, its file answers. */
const ANSWER_MS = 3_000;

/** Returns a warning where a timer among the schedules stops at the user's logout, also root's; null where none does. */
export async function logoutWarning(
  schedules: readonly Pick<JobSchedule, 'scheduler'>[],
): Promise<Failure | null> {
  if (!schedules.some(({ scheduler }) => scheduler === 'systemd')) return null;
  const user = nameOfUser();
  return (await lingers(user)) ? null : jobFailures.stopsAtLogout({ user }).failure;
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/** logind does not answer for a user who is neither logged in nor lingers. */
async function lingers(user: string): Promise<boolean> {
  try {
    return /^Linger=yes$/m.test(
      await runProgram('loginctl', ['show-user', user, '--property=Linger'], { timeoutMs: ANSWER_MS }),
    );
  } catch {
    return await exists(join(LINGER_FOLDER, user));
  }
}
