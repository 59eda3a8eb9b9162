import { isProofDue } from '../contract/jobs/going';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../contract/runs/options';
import type { RunHeader } from '../contract/runs/run';
import { certificatePlaces } from '../prove/certificate/places';
import type { RunRegistry } from '../runs/registry';
import { keepLastProved } from './keep-last';
import { dumpsOf } from './retention';
import type { SavedJob } from './saved-jobs';

/**
 * Waits for the end of a job's dump, and starts its proof where that is due: after every run, or every n-th. Returns null
 * where none is.
 */
export async function proofAfter(
  job: SavedJob,
  { runId }: Pick<RunHeader, 'runId'>,
  runs: RunRegistry,
): Promise<RunHeader | null> {
  const { id, name, setup } = job;
  if (setup.kind !== 'dump' || job.proveEvery === undefined) return null;
  const { ok } = await runs.finished(runId);
  if (!ok) return null;
  const dumps = (await dumpsOf(job)).map(({ proof }) => ({ isProved: proof !== null }));
  if (!isProofDue(dumps, job)) return null;
  const folder = runs.folderOf(runId);
  return runs.startProof(
    {
      folder,
      wish: null,
      certificate: certificatePlaces(folder, null),
      source: null,
      sourceName: null,
      threads: setup.options.threads,
      memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES,
    },
    { job: { id, name }, finish: (report, hooks) => keepLastProved({ job, runs }, folder, report, hooks) },
  );
}
