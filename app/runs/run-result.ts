import type { Failure } from '../contract/failure';
import type { RunKind, RunResult, Unfinished } from '../contract/runs/run';
import { NOTHING_REPORTED, type RunReport } from '../engine/hooks';
import type { RunTracker } from './tracker';

type FinalReport = Omit<RunReport, 'state'> & { readonly state: RunReport['state'] | 'cancelled' };

/**
 * Report of a run that threw: its failure is its only error, unless the user cancelled it.
 * @param earlier commands that continue the run which this one was to resume
 */
export function failedReport(failure: Failure, earlier: Unfinished | null = null): FinalReport {
  const cancelled = failure.code === 'cancelled';
  const canResume = earlier !== null && failure.code !== 'nothing-to-resume';
  return {
    ...NOTHING_REPORTED,
    state: cancelled ? 'cancelled' : 'failed',
    errors: cancelled ? [] : [failure],
    ...(canResume && { unfinished: earlier }),
  };
}

/** Result of a run of which nothing is running any more. */
export function resultOf(
  { header, moved, tablesDone, memoryPeakBytes, cancellation, targetState }: RunTracker,
  report: FinalReport,
): RunResult {
  // Whatever broke after the user asked to stop broke because of that: it is no error.
  const stopped = cancellation.cancelled && (report.state === 'failed' || report.state === 'incomplete');
  const state = stopped ? 'cancelled' : report.state;
  const { verdicts } = report;
  const verified = verdicts.length > 0;
  const ok = state === 'done' || state === 'done-with-warnings';
  return {
    ...report,
    errors: stopped ? [] : report.errors,
    state,
    ok,
    kind: header.kind,
    tables: verified ? verdicts.length : tablesDone,
    rows: verified ? verdicts.reduce((sum, { rows }) => sum + rows, 0) : moved.rows,
    bytes: verified ? verdicts.reduce((sum, { bytes }) => sum + bytes, 0) : moved.bytes,
    seconds: (Date.now() - header.startedAt) / 1000,
    threads: header.threads,
    memoryPeakBytes,
    retries: moved.retries,
    unfinished: report.unfinished ?? null,
    ...(!ok && WRITING.has(header.kind) && { targetState }),
  };
}

/** The kinds of runs that a target is written by, and that can leave a part of themselves there. */
const WRITING: ReadonlySet<RunKind> = new Set<RunKind>(['load', 'migrate']);
