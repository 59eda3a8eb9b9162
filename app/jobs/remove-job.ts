import { failureOf } from '../engine/failures';
import { jobFailures } from '../text/runs/jobs';
import type { SavedJob, SavedJobs } from './saved-jobs';
import { unschedule } from './scheduler';

/**
 * Removes a job and its schedule, the schedule first: without its job nobody could find it, and it would fail night by
 * night. Fails with `schedule-failed`, and the job stays, where that is not possible.
 */
export async function removeJob(
  jobs: SavedJobs,
  { id, name }: Pick<SavedJob, 'id' | 'name'>,
  unitFolder: string,
): Promise<void> {
  try {
    await unschedule(id, unitFolder);
  } catch (error) {
    throw jobFailures.staysScheduled({ job: name, reason: failureOf(error).message });
  }
  await jobs.remove(id);
}
