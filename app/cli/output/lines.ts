import {
  formatBytes,
  formatBytesPerSecond,
  formatCompact,
  formatCount,
  formatDuration,
  formatEta,
  formatPercent,
} from '../../contract/quantities';
import type { HistoryState } from '../../contract/runs/history';
import type { Failure } from '../../contract/failure';
import type { LaneProgress, RunView } from '../../contract/runs/run';
import { filesOf, objectsOf, snapshotOf, targetWorkOf } from '../../contract/runs/result';
import type { Check, RunResult, TargetState, TargetWork } from '../../contract/runs/result';
import { outcomeLines } from './outcome-lines';

/** Lines that the terminal shows of a run: pure functions of the run. */

export const STATES: Readonly<Record<HistoryState, string>> = {
  running: 'Running',
  paused: 'Paused',
  cancelling: 'Stopping',
  done: 'Done',
  'done-with-warnings': 'Done with warnings',
  incomplete: 'Incomplete, can be resumed',
  cancelled: 'Cancelled',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

const NAME_WIDTH = 34;

/** A line per lane and one for all, at most `width` columns wide. */
export function progressLines(view: RunView, width: number): readonly string[] {
  const lanes = view.lanes.map((lane) => laneLine(lane, view));
  return [...lanes, totalLine(view)].map((line) => line.slice(0, width));
}

function laneLine(lane: LaneProgress, view: RunView): string {
  const table = view.tables[lane.table];
  const name = table === undefined ? '' : `${table.schema}.${table.table}`;
  const chunk = lane.chunk < 0 ? '' : `#${lane.chunk}`;
  // No rows come while indexes are built.
  const { built } = lane;
  const course =
    built === undefined ? `${formatCompact(lane.rowsPerSecond)} rows/s` : `${formatPercent(built)} built`;
  return [
    `lane ${String(lane.lane + 1).padStart(2)}`,
    lane.phase.padEnd(6),
    `${name} ${chunk}`.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH),
    course.padStart(13),
    formatBytesPerSecond(lane.bytesPerSecond).padStart(10),
  ].join('  ');
}

function totalLine({ totals, stage, state, elapsedMs, undoHistory }: RunView): string {
  const { rows, rowsExpected, bytes, tablesDone, tablesTotal, etaMs, counting } = totals;
  const label = state === 'running' ? stage : STATES[state].toLowerCase();
  return [
    'total  ',
    label.padEnd(11),
    `${tablesDone}/${tablesTotal}${counting === true ? ' so far' : ''} tables`,
    `${formatCount(rows)}${rowsExpected === null ? '' : ` of ${formatCount(rowsExpected)}`} rows`,
    formatBytes(bytes),
    formatBytesPerSecond(totals.bytesPerSecond),
    formatDuration(elapsedMs),
    ...(totals.retries === 0 ? [] : [`${formatCount(totals.retries)} done again`]),
    ...(etaMs === null ? [] : [`${formatEta(etaMs)} left`]),
    ...(undoHistory === null ? [] : [`undo history ${formatCount(undoHistory.historyLength)}`]),
  ].join('  ');
}

/** The end of a run in words: what was moved, what was verified and what went wrong. */
export function resultLines(result: RunResult): readonly string[] {
  const lines = [
    `${STATES[result.state]}: ${formatCount(result.rows)} rows of ${result.tables} tables, ` +
      `${formatBytes(result.bytes)}${inFiles(result)} ` +
      `in ${formatDuration(result.seconds * 1000)} on ${result.threads} threads.`,
  ];
  const snapshot = snapshotOf(result);
  if (snapshot?.lockHeldMs != null) {
    const { lockHeldMs, lockWaitMs, firstRowMs } = snapshot;
    const rows = firstRowMs == null ? '' : ` The first row came ${firstRowMs} ms after that.`;
    lines.push(`Writers were held up for ${(lockWaitMs ?? 0) + lockHeldMs} ms.${rows}`);
  }
  if (result.retries > 0) lines.push(`Rolled back and done again: ${formatCount(result.retries)} times.`);
  if (result.ok) lines.push(...verifiedLines(result));
  lines.push(...comparedLines(result));
  const work = targetWorkOf(result);
  if (work?.speedUps !== undefined) lines.push(`Settings of the target: ${work.speedUps.join(' ')}`);
  lines.push(...outcomeLines(work?.outcomes ?? []), ...replicationLines(work?.replicationStart ?? null));
  for (const warning of result.warnings) lines.push(...failureLines('Warning', warning));
  for (const error of result.errors) lines.push(...failureLines('Error', error));
  return [...lines, ...(work === null ? [] : unfinishedLines(work))];
}

function inFiles(result: RunResult): string {
  const files = filesOf(result);
  return files === null ? '' : ` (${formatBytes(files.storedBytes)} in ${files.files} files)`;
}

const TARGET_STATES: Readonly<Record<TargetState, string>> = {
  untouched: 'This run changed nothing on the target.',
  'rolled-back': 'All that this run had created on the target was rolled back.',
  left: 'A part of this run is on the target.',
};

function unfinishedLines({ unfinished, targetState }: TargetWork): readonly string[] {
  const state = targetState === undefined ? [] : [TARGET_STATES[targetState]];
  if (unfinished === null) return state;
  const { resume, rollBack } = unfinished;
  return [...state, ...(resume === null ? [] : [`To resume:    ${resume}`]), `To roll back: ${rollBack}`];
}

/** Lines for a user who wants the loaded server to follow the one that was dumped. */
export function replicationLines(statement: string | null): readonly string[] {
  return statement === null ? [] : [`To follow the dump’s source from that moment on: ${statement}`];
}

const VERIFIED: Readonly<Record<Check['kind'], string>> = {
  presence: 'objects found',
  rows: 'rows counted',
  digest: 'digests compared',
  definition: 'definitions compared',
  counter: 'AUTO_INCREMENT counters compared',
  'foreign-keys': 'foreign keys proved',
  schema: 'schema defaults compared',
  extra: 'schemas without other objects',
  accounts: 'accounts compared',
  files: 'files read',
  'json-types': 'JSON columns looked through',
};

function verifiedLines(result: RunResult): readonly string[] {
  const { verdicts, checks } = result;
  const objects = objectsOf(result) ?? [];
  const all = [...[...verdicts, ...objects].flatMap((verdict) => verdict.checks), ...checks];
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const said = kinds.map((kind) => {
    const own = all.filter((check) => check.kind === kind);
    const passed = own.filter(({ state }) => state === 'ok').length;
    return `${VERIFIED[kind]} ${passed}/${own.length}`;
  });
  return said.length === 0 ? [] : [`Verified: ${said.join(', ')}.`];
}

const COMPARED: Readonly<Record<Exclude<Check['kind'], 'presence'>, string>> = {
  rows: 'rows',
  digest: 'contents',
  definition: 'definition',
  counter: 'AUTO_INCREMENT',
  'foreign-keys': 'foreign keys',
  schema: 'schema defaults',
  extra: 'other objects',
  accounts: 'accounts',
  files: 'files',
  'json-types': 'JSON columns',
};

const OUTCOMES: Readonly<Record<Check['state'], string>> = {
  ok: 'the same',
  failed: 'NOT the same',
  'not-checked': 'not compared',
};

const OWN_OUTCOMES: Readonly<Partial<Record<Check['kind'], Readonly<Record<Check['state'], string>>>>> = {
  'foreign-keys': { ok: 'hold', failed: 'do NOT hold', 'not-checked': 'not proved' },
  extra: { ok: 'not there', failed: 'not readable', 'not-checked': 'there' },
};

function compared({ kind, state }: Check): string {
  if (kind === 'presence') return state === 'failed' ? 'NOT there' : 'there';
  if (kind === 'extra' && state === 'ok') return 'no other objects';
  return `${COMPARED[kind]} ${OWN_OUTCOMES[kind]?.[state] ?? OUTCOMES[state]}`;
}

/** Lines of a comparison: each table and object with its checks, and the checks that concern all of them. */
function comparedLines(result: RunResult): readonly string[] {
  const { verdicts, checks } = result;
  const objects = objectsOf(result);
  if (objects === null) return [];
  const line = (what: string, own: readonly Check[]) => `  ${what}: ${own.map(compared).join(', ')}`;
  return [
    'Compared:',
    ...verdicts.map((verdict) => line(`table ${verdict.schema}.${verdict.table}`, verdict.checks)),
    ...objects.map((object) => line(`${object.kind} ${object.schema}.${object.name}`, object.checks)),
    ...checks.map((check) => `  ${compared(check)}: ${check.detail}`),
  ];
}

/** A failure with its place, statement and remedy. */
export function failureLines(label: string, failure: Failure): readonly string[] {
  const place = [failure.table, failure.chunk].filter((part) => part !== undefined && part !== '').join(', ');
  const number = failure.errno === undefined ? '' : ` (error ${failure.errno})`;
  return [
    `${label}: ${place === '' ? '' : `${place}: `}${failure.message}${number}`,
    ...(failure.statement === undefined || failure.statement === ''
      ? []
      : [`  Statement: ${failure.statement}`]),
    `  ${failure.hint}`,
  ];
}
