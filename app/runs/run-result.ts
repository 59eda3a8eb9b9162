import { assertNever } from '../contract/exhaustive';
import type { Failure, FailureCode } from '../contract/failure';
import type { RunResult, Unfinished } from '../contract/runs/result';
import type { RunStage } from '../contract/runs/stages';
import { NOTHING_REPORTED, type RunReport } from '../engine/hooks';
import type { RunTracker } from './tracker';

/** Report of a run that has ended, whoever ended it. */
export type FinalReport = Omit<RunReport, 'state'> & { readonly state: RunReport['state'] | 'cancelled' };

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

/** Result of a run whose work is done; the pages of loaded tables may still be read. */
export function resultOf(tracker: RunTracker, report: FinalReport): RunResult {
  const { header, moved, tablesDone, memoryPeakBytes, cancellation, notices } = tracker;
  // Whatever broke after the user asked to stop broke because of that: it is no error.
  const stopped = cancellation.cancelled && (report.state === 'failed' || report.state === 'incomplete');
  const { verdicts, checks } = report;
  const warnings = [...report.warnings, ...(tracker.fewerLanes === null ? [] : [tracker.fewerLanes])];
  const reported = report.state === 'done' && warnings.length > 0 ? 'done-with-warnings' : report.state;
  const state = stopped ? 'cancelled' : reported;
  const verified = verdicts.length > 0;
  const endedAt = Date.now();
  const any = {
    ok: state === 'done' || state === 'done-with-warnings',
    state,
    tables: verified ? verdicts.length : tablesDone,
    rows: verified ? verdicts.reduce((sum, { rows }) => sum + rows, 0) : moved.rows,
    bytes: verified ? verdicts.reduce((sum, { bytes }) => sum + bytes, 0) : moved.bytes,
    movedBytes: tracker.ownBytes,
    seconds: (endedAt - header.startedAt) / 1000,
    stages: tracker.stageTimes(endedAt),
    threads: header.threads,
    memoryPeakBytes,
    retries: moved.retries,
    verdicts,
    checks,
    ...(notices.length > 0 && { notices }),
    warnings,
    errors: stopped ? [] : report.errors,
    ...(state === 'failed' && { begun: hasBegun(tracker, report) }),
  };
  const { kind } = header;
  switch (kind) {
    case 'dump':
      return {
        kind,
        ...any,
        ...filesOf(report),
        ...snapshotOf(report),
        ...(report.written !== undefined && { written: report.written }),
      };
    case 'load':
      return { kind, ...any, ...filesOf(report), ...targetWorkOf(report, any.ok, tracker) };
    case 'migrate':
      return { kind, ...any, ...snapshotOf(report), ...targetWorkOf(report, any.ok, tracker) };
    case 'verify': {
      const { objects, certificate } = report;
      return {
        kind,
        ...any,
        ...filesOf(report),
        ...(objects !== undefined && { objects }),
        ...(certificate !== undefined && { certificate }),
      };
    }
    case 'rollback':
      return { kind, ...any };
    default:
      return assertNever(kind);
  }
}

/** The stages in which a run that writes to no server still checks whether it can begin; a dump holds nothing yet. */
const CHECKING: ReadonlySet<RunStage> = new Set<RunStage>(['connect', 'preflight', 'lock']);

/** Damage is what a verification looks for, wherever it meets it. */
const DAMAGE: ReadonlySet<FailureCode> = new Set<FailureCode>(['dump-damaged', 'dump-incomplete']);

/** A view shows that it is broken only when its definition is read, beside the rows: nothing of the dump is kept. */
const LATE_REFUSALS: ReadonlySet<FailureCode> = new Set<FailureCode>(['broken-view', 'not-readable']);

function hasBegun({ header, targetState, stageNow }: RunTracker, { errors }: FinalReport): boolean {
  const code = errors[0]?.code;
  switch (header.kind) {
    case 'load':
    case 'migrate':
      return targetState !== 'untouched';
    case 'verify':
      return !CHECKING.has(stageNow) || (code !== undefined && DAMAGE.has(code));
    case 'dump':
      return !CHECKING.has(stageNow) && !(code !== undefined && LATE_REFUSALS.has(code));
    case 'rollback':
      return !CHECKING.has(stageNow);
    default:
      return assertNever(header.kind);
  }
}

function filesOf({ files, storedBytes }: FinalReport) {
  return { files, storedBytes };
}

function snapshotOf({ lockWaitMs, lockHeldMs, firstRowMs, consistency }: FinalReport) {
  return { lockWaitMs, lockHeldMs, consistency, ...(firstRowMs !== undefined && { firstRowMs }) };
}

/** A run that ended well has left nothing but its work. */
function targetWorkOf(report: FinalReport, isOk: boolean, { targetState }: RunTracker) {
  const { outcomes, replicationStart, speedUps, unfinished = null } = report;
  return {
    unfinished,
    ...(outcomes !== undefined && { outcomes }),
    ...(replicationStart !== undefined && { replicationStart }),
    ...(speedUps !== undefined && { speedUps }),
    ...(!isOk && { targetState }),
  };
}
