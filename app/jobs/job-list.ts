import { dirname, join } from 'path';
import type { HistoryEntry } from '../contract/runs/history';
import type { Job } from '../contract/jobs/job';
import { stemOf } from '../runs/new-folder';
import { isPartialDump } from './retention';
import type { SavedJob } from './saved-jobs';
import { folderOfSetup } from '../runs/setup';
import { whatOf } from '../runs/what';

/** The list entry of a job, with its newest run from the history (newest first). */
export async function jobOf(
  { id, name, setup, keep, proveEvery }: SavedJob,
  history: readonly HistoryEntry[],
): Promise<Job> {
  const last = history.find(({ job }) => job?.id === id);
  return {
    id,
    name,
    kind: setup.kind,
    server: setup.server?.name ?? null,
    profileId: setup.server?.profileId ?? null,
    source:
      setup.kind === 'migrate' ? { server: setup.source.name, profileId: setup.source.profileId } : null,
    folder: folderOfSetup(setup),
    what: whatOf(setup),
    threads: setup.kind === 'verify' ? setup.threads : setup.options.threads,
    requireComplete:
      'options' in setup && 'requireComplete' in setup.options ? setup.options.requireComplete : null,
    keep,
    proveEvery: proveEvery ?? null,
    last: last === undefined ? null : await lastOf(last, id),
  };
}

/** A proof is of a dump of the job, too. */
async function lastOf(
  { runId, state, startedAt, problem, folder }: HistoryEntry,
  jobId: string,
): Promise<NonNullable<Job['last']>> {
  const isPartial = folder !== null && (await isPartialDump(folder, jobId));
  return { runId, state, startedAt, problem, isPartial };
}

/** The pattern of a job's folders, out of the folder that one dump was to have. */
export function folderPattern(folder: string): string {
  return join(dirname(folder), stemOf(folder));
}
