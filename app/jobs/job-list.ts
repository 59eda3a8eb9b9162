import { dirname, join } from 'path';
import type { HistoryEntry } from '../contract/runs/history';
import type { Job } from '../contract/jobs/job';
import { stemOf } from '../runs/new-folder';
import type { SavedJob } from './saved-jobs';
import { folderOfSetup } from '../runs/setup';
import { whatOf } from '../runs/what';

/** The list entry of a job, with its newest run from the history (newest first). */
export function jobOf(
  { id, name, setup, keep, proveEvery }: SavedJob,
  history: readonly HistoryEntry[],
): Job {
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
    last: last === undefined ? null : lastOf(last, history),
  };
}

/** A proof of a dump is partial where the dump is. */
function lastOf(
  { runId, state, startedAt, problem, folder, job }: HistoryEntry,
  history: readonly HistoryEntry[],
): NonNullable<Job['last']> {
  const dump = history.find(
    (entry) => entry.kind === 'dump' && entry.folder === folder && entry.job?.id === job?.id,
  );
  return { runId, state, startedAt, problem, isPartial: dump?.isPartial ?? false };
}

/** The pattern of a job's folders, out of the folder that one dump was to have. */
export function folderPattern(folder: string): string {
  return join(dirname(folder), stemOf(folder));
}
