import type { SluiceError } from '../contract/failure';
import { failureOf } from '../engine/failures';
import type { RunHooks, RunReport } from '../engine/hooks';
import { lackOf } from './going';
import { dumpsOf, markDump, prune, sparesDumps } from './retention';
import type { SavedJob } from './saved-jobs';
import { jobFailures, jobText } from '../text/runs/jobs';

/**
 * Marks the new dump and removes the oldest ones, unless the new one is partial. The new dump is finished whatever happens
 * here: a folder that can't be removed is a warning.
 */
export async function keepLast(
  job: SavedJob,
  folder: string,
  report: RunReport,
  hooks: RunHooks,
): Promise<RunReport> {
  if (report.state !== 'done' && report.state !== 'done-with-warnings') return report;
  const lack = lackOf(report.warnings);
  try {
    await markDump(folder, job.id, { madeAt: Date.now(), isPartial: lack !== null });
    if (lack === null) return await removingOldest(job, report, hooks);
    if (!(await sparesDumps(job))) return report;
    return warned(report, jobFailures.olderDumpsKept({ lack, keep: job.keep }));
  } catch (error) {
    return warned(report, jobFailures.dumpsNotRemoved({ reason: failureOf(error).message }));
  }
}

/**
 * Removes the dumps that stayed until this one was proved: without a certificate, or where this one is partial, they go on
 * staying.
 */
export async function keepLastProved(
  job: SavedJob,
  folder: string,
  report: RunReport,
  hooks: RunHooks,
): Promise<RunReport> {
  if (report.certificate === undefined) return report;
  try {
    const proved = (await dumpsOf(job)).find((dump) => dump.folder === folder);
    return proved?.isPartial === false ? await removingOldest(job, report, hooks) : report;
  } catch (error) {
    return warned(report, jobFailures.dumpsNotRemoved({ reason: failureOf(error).message }));
  }
}

async function removingOldest(job: SavedJob, report: RunReport, hooks: RunHooks): Promise<RunReport> {
  for (const removed of await prune(job)) hooks.log('info', jobText.removed(removed, job.keep));
  return report;
}

function warned(report: RunReport, { failure }: SluiceError): RunReport {
  return { ...report, state: 'done-with-warnings', warnings: [...report.warnings, failure] };
}
