import type { Endpoint } from '../catalog/endpoint';
import type { Profile } from '../contract/connection';
import { SluiceError } from '../contract/failure';
import type { RunHeader } from '../contract/run';
import { failureOf } from '../engine/failures';
import type { RunHooks, RunReport } from '../engine/hooks';
import type { RunOrigin } from './registry';
import { unsaved, type RepeatNeeds } from './repeat';
import { markDump, prune } from './retention';
import type { SavedJob } from './saved-jobs';

export interface JobNeeds extends Omit<RepeatNeeds, 'endpoint'> {
  /** A saved connection, and all that is needed to sign in to it. */
  readonly server: (profileId: string) => Promise<{ readonly profile: Profile; readonly endpoint: Endpoint }>;
  /** The name of a production target, typed for this run. */
  readonly confirmedTarget?: string;
}

/** Starts a run of a saved job. A dump of it is marked as the job's, and then the job's oldest dumps go. */
export async function startJob(job: SavedJob, needs: JobNeeds): Promise<RunHeader> {
  const { setup } = job;
  const { profileId } = setup.server;
  if (profileId === null) throw unsaved(setup.server.name);
  const { runs, confirmedTarget } = needs;
  const { profile, endpoint } = await needs.server(profileId);
  const origin: RunOrigin = { profileId, job: { id: job.id, name: job.name } };
  if (setup.kind === 'dump') {
    const folder = await needs.nextFolder(setup.folder);
    const finish = (report: RunReport, hooks: RunHooks) => keepLast(job, folder, report, hooks);
    return runs.startDump(profile.name, { endpoint, folder, options: setup.options }, { ...origin, finish });
  }
  const options = { ...setup.options, ...(confirmedTarget !== undefined && { confirmedTarget }) };
  return runs.startLoad(profile.name, { endpoint, profile, folder: setup.folder, options }, origin);
}

/** The dump itself is whole whatever happens here: what can't be removed is a warning. */
async function keepLast(
  job: SavedJob,
  folder: string,
  report: RunReport,
  hooks: RunHooks,
): Promise<RunReport> {
  if (report.state !== 'done' && report.state !== 'done-with-warnings') return report;
  try {
    await markDump(folder, job.id, Date.now());
    for (const removed of await prune(job))
      hooks.log('info', `Removed ${removed}: the job keeps ${job.keep ?? ''}.`);
    return report;
  } catch (error) {
    const warning = new SluiceError(
      'file-failed',
      `Older dumps of this job could not be removed: ${failureOf(error).message}`,
    );
    return { ...report, state: 'done-with-warnings', warnings: [...report.warnings, warning.failure] };
  }
}
