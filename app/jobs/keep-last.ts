import type { SluiceError } from '../contract/failure';
import { lackOf } from '../contract/jobs/going';
import { failureOf } from '../engine/failures';
import type { RunHooks, RunReport } from '../engine/hooks';
import { countSpared, dumpsOf, markDump, prune } from './retention';
import type { RunRegistry } from '../runs/registry';
import type { SavedJob } from './saved-jobs';
import { jobFailures, jobText } from '../text/runs/jobs';

/** A job, and the runs that tell whether one of its dumps is read at the moment. */
interface JobRetention {
  readonly job: SavedJob;
  readonly runs: Pick<RunRegistry, 'foldersInUse'>;
}

/**
 * Marks the new dump and removes the oldest ones, unless the new one is partial. The new dump is finished whatever happens
 * here: a folder that can't be removed is a warning.
 */
export async function keepLast(
  retention: JobRetention,
  folder: string,
  report: RunReport,
  hooks: RunHooks,
): Promise<RunReport> {
  const { job } = retention;
  if (report.state !== 'done' && report.state !== 'done-with-warnings') return report;
  const lack = lackOf(report.warnings);
  try {
    await markDump(folder, job.id, { madeAt: Date.now(), isPartial: lack !== null });
    if (lack === null) return await removingOldest(retention, report, hooks);
    const count = await countSpared(job);
    if (count === null) return report;
    return warned(report, jobFailures.olderDumpsKept({ lack, keep: job.keep, count }));
  } catch (error) {
    return warned(report, jobFailures.dumpsNotRemoved({ reason: failureOf(error).message }));
  }
}

/**
 * Removes the dumps that stayed until this one was proved: without a certificate, or where this one is partial, they go on
 * staying.
 */
export async function keepLastProved(
  retention: JobRetention,
  folder: string,
  report: RunReport,
  hooks: RunHooks,
): Promise<RunReport> {
  if (report.certificate === undefined) return report;
  try {
    const proved = (await dumpsOf(retention.job)).find((dump) => dump.folder === folder);
    return proved?.isPartial === false ? await removingOldest(retention, report, hooks) : report;
  } catch (error) {
    return warned(report, jobFailures.dumpsNotRemoved({ reason: failureOf(error).message }));
  }
}

async function removingOldest(
  { job, runs }: JobRetention,
  report: RunReport,
  hooks: RunHooks,
): Promise<RunReport> {
  const { removed, spared } = await prune(job, Date.now(), () => runs.foldersInUse());
  for (const folder of removed) hooks.log('info', jobText.removed(folder, job.keep));
  for (const folder of spared) hooks.notice(jobText.spared(folder, job.keep));
  return report;
}

function warned(report: RunReport, { failure }: SluiceError): RunReport {
  return { ...report, state: 'done-with-warnings', warnings: [...report.warnings, failure] };
}
