import { create } from 'zustand';
import type { RequestArgument } from '../../../app/contract/requests';
import type { Job, JobChange } from '../../../app/contract/jobs/job';
import type { ScheduleList, ScheduleWish } from '../../../app/contract/jobs/schedule';
import { text } from '../../text';
import { failureOf, request } from '../remote/bridge';
import { showLoadDraft, showMigrateDraft } from '../app/navigation';
import { absent, failed, ready, type Remote } from '../remote/remote';
import { openRun } from './runs';
import { notify, notifyFailure } from '../app/toasts';
import { signIn } from '../servers/unlock';

interface JobsState {
  readonly jobs: Remote<readonly Job[]>;
  readonly schedules: Remote<ScheduleList>;
}

/** The saved jobs as they were last read; command lines change them too. */
export const useJobs = create<JobsState>(() => ({ jobs: absent, schedules: absent }));

export async function readJobs(): Promise<void> {
  try {
    useJobs.setState({ jobs: ready(await request('jobs/list', null)) });
  } catch (thrown) {
    useJobs.setState({ jobs: failed(failureOf(thrown)) });
  }
}

/** Reads the schedules of the operating system; asked on demand, for it is another program. */
export async function readSchedules(): Promise<void> {
  try {
    useJobs.setState({ schedules: ready(await request('jobs/schedules', null)) });
  } catch (thrown) {
    useJobs.setState({ schedules: failed(failureOf(thrown)) });
  }
}

export async function scheduleJob({ id: jobId, name }: Job, wish: ScheduleWish): Promise<void> {
  await request('jobs/schedule', { jobId, wish });
  notify('ok', text.jobs.scheduled(name));
  await readSchedules();
}

export async function unscheduleJob({ id: jobId, name }: Job): Promise<void> {
  await request('jobs/unschedule', { jobId });
  notify('ok', text.jobs.unscheduled(name));
  await readSchedules();
}

export async function addJob(job: RequestArgument<'jobs/add'>): Promise<void> {
  await request('jobs/add', job);
  notify('ok', text.jobs.saved(job.name));
  await readJobs();
}

export async function changeJob(jobId: string, change: JobChange): Promise<void> {
  await request('jobs/change', { jobId, change });
  await readJobs();
}

/** Something that changes the list of jobs; what goes wrong is told. */
export function withJobs(work: () => Promise<unknown>): void {
  void work().catch(notifyFailure).then(readJobs);
}

/** Starts a job. One that would fill a target which wants its name typed is shown for another look instead. */
export async function runJob({ id, kind, profileId, source }: Job, isGuarded: boolean): Promise<void> {
  if (kind === 'load' && isGuarded) {
    showLoadDraft(await request('jobs/load-draft', { jobId: id }));
    return;
  }
  if (kind === 'migrate' && isGuarded) {
    showMigrateDraft(await request('jobs/migrate-draft', { jobId: id }));
    return;
  }
  for (const server of [source?.profileId ?? null, profileId]) if (server !== null) await signIn(server);
  await openRun(() => request('jobs/run', { jobId: id }));
}
