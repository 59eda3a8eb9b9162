import {
  formatBytes,
  formatBytesPerSecond,
  formatCompact,
  formatDuration,
  formatEta,
  formatPercent,
} from '../../contract/quantities';
import { escapeRegex } from '../../contract/commands/pattern';
import { unnamedChunk, type Failure } from '../../contract/failure';
import { assertNever } from '../../contract/exhaustive';
import {
  remainingOf,
  rowsExpectedOf,
  rowsSentOf,
  tableOfLane,
  type LaneProgress,
  type LogLevel,
  type LogRecord,
  type RunView,
} from '../../contract/runs/run';
import { filesOf, objectsOf, snapshotOf, targetWorkOf } from '../../contract/runs/result';
import type { Check, RunResult, TargetWork } from '../../contract/runs/result';
import { tellingTimes } from '../../contract/runs/stages';
import { foldDecisions, sumOfDecisions } from '../../contract/output/index-decisions';
import { resultText } from '../../text/cli/result';
import { outcomeLines } from './outcome-lines';

/** Lines that the terminal shows of a run: pure functions of the run. */

export const STATES = resultText.states;

const NAME_WIDTH = 34;

/** A line per lane and one for all, at most `width` columns wide. */
export function progressLines(view: RunView, width: number): readonly string[] {
  const lanes = view.lanes.map((lane) => laneLine(lane, view));
  return [...lanes, totalLine(view)].map((line) => line.slice(0, width));
}

function laneLine(lane: LaneProgress, view: RunView): string {
  const [rows, bytes] = speedOf(lane);
  return [
    resultText.lane(String(lane.lane + 1).padStart(2)),
    lane.phase.padEnd(6),
    objectOf(lane, view).slice(0, NAME_WIDTH).padEnd(NAME_WIDTH),
    rows.padStart(13),
    bytes.padStart(10),
  ].join('  ');
}

function objectOf(lane: LaneProgress, view: RunView): string {
  const table = view.tables[tableOfLane(lane) ?? -1];
  if (table === undefined) return '';
  const chunk = 'chunk' in lane && lane.chunk !== null ? ` #${lane.chunk}` : '';
  return `${table.schema}.${table.table}${chunk}`;
}

/** Rows and bytes per second; no rows move while indexes are built, or nothing is done. */
function speedOf(lane: LaneProgress): readonly [string, string] {
  switch (lane.phase) {
    case 'read':
    case 'load':
    case 'verify':
      return [
        resultText.rowsPerSecond(formatCompact(lane.rowsPerSecond)),
        formatBytesPerSecond(lane.bytesPerSecond),
      ];
    case 'index':
      return [lane.built === null ? '' : resultText.built(formatPercent(lane.built)), ''];
    case 'idle':
    case 'wait':
    case 'retry':
      return ['', ''];
    default:
      return assertNever(lane);
  }
}

function totalLine({ totals, stage, state, elapsedMs, historyList }: RunView): string {
  const { bytes, tablesDone, tablesTotal } = totals;
  const rowsUncommitted = totals.pass === 'moving' ? totals.rowsUncommitted : 0;
  const etaMs = remainingOf(totals);
  const label = state === 'running' ? stage : STATES[state].toLowerCase();
  return [
    resultText.total,
    label.padEnd(11),
    resultText.tablesOf(tablesDone, tablesTotal, totals.pass === 'counting'),
    resultText.rowsOf(rowsSentOf(totals), rowsExpectedOf(totals)),
    ...(rowsUncommitted === 0 ? [] : [resultText.uncommitted(formatCompact(rowsUncommitted))]),
    formatBytes(bytes),
    formatBytesPerSecond(totals.bytesPerSecond),
    formatDuration(elapsedMs),
    ...(totals.retries === 0 ? [] : [resultText.doneAgain(totals.retries)]),
    ...(etaMs === null ? [] : [resultText.left(formatEta(etaMs))]),
    ...(historyList === null ? [] : [resultText.historyList(historyList.length)]),
  ].join('  ');
}

/** A line of a run's log in a terminal. */
interface PrintedLine {
  readonly level: LogLevel;
  readonly words: string;
}

/** Returns the lines of a run's log; what is decided of the indexes of many tables is one. */
export function logLines(log: readonly LogRecord[]): readonly PrintedLine[] {
  return foldDecisions(log).map((line): PrintedLine => {
    if (line.kind === 'indexes') return { level: 'info', words: `${sumOfDecisions(line.decisions)}.` };
    const { level, text, table } = line.record;
    return { level, words: table === undefined ? text : `${table}: ${text}` };
  });
}

/** Nobody asks where the time of a shorter run went. */
const TIMES_FROM_SECONDS = 1;

/** The end of a run in words: what was moved, what was verified and what went wrong. */
export function resultLines(result: RunResult): readonly string[] {
  const lines = [resultText.end(STATES[result.state], { ...result, files: filesOf(result) })];
  if (result.stages !== undefined && result.seconds >= TIMES_FROM_SECONDS)
    lines.push(resultText.times(tellingTimes(result.stages)));
  const snapshot = snapshotOf(result);
  if (snapshot?.lockHeldMs != null) {
    const { lockHeldMs, lockWaitMs, firstRowMs } = snapshot;
    lines.push(resultText.heldUp((lockWaitMs ?? 0) + lockHeldMs, firstRowMs ?? null));
  }
  if (result.retries > 0) lines.push(resultText.rolledBack(result.retries));
  if (result.ok) lines.push(...verifiedLines(result));
  lines.push(...comparedLines(result));
  const work = targetWorkOf(result);
  if (work?.speedUps !== undefined) lines.push(resultText.serverSettings(work.speedUps));
  lines.push(...outcomeLines(work?.outcomes ?? []), ...replicationLines(work?.replicationStart ?? null));
  for (const notice of result.notices ?? []) lines.push(resultText.notice(notice));
  for (const warning of result.warnings) lines.push(...failureLines(resultText.warning, warning));
  for (const error of result.errors) lines.push(...failureLines(resultText.error, error));
  return [...lines, ...(work === null ? [] : unfinishedLines(work))];
}

function unfinishedLines({ unfinished, targetState }: TargetWork): readonly string[] {
  const state = targetState === undefined ? [] : [resultText.targetStates[targetState]];
  if (unfinished === null) return state;
  const { resume, rollBack } = unfinished;
  return [
    ...state,
    ...(resume === null ? [] : [resultText.toResume(resume)]),
    resultText.toRollBack(rollBack),
  ];
}

/** Lines for a user who wants the loaded server to follow the one that was dumped. */
export function replicationLines(statement: string | null): readonly string[] {
  return statement === null ? [] : [resultText.toFollow(statement)];
}

function verifiedLines(result: RunResult): readonly string[] {
  const { verdicts, checks } = result;
  const objects = objectsOf(result) ?? [];
  const all = [...[...verdicts, ...objects].flatMap((verdict) => verdict.checks), ...checks];
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const tallies = kinds.map((kind) => {
    const own = all.filter((check) => check.kind === kind);
    const passed = own.filter(({ state }) => state === 'ok').length;
    // One that finds others was made all the same.
    const isMade = passed > 0 || kind === 'extra';
    return { isMade, said: `${resultText.verifiedKinds[kind]} ${passed}/${own.length}` };
  });
  const verified = tallies.filter(({ isMade }) => isMade).map(({ said }) => said);
  const notVerified = tallies.filter(({ isMade }) => !isMade).map(({ said }) => said);
  return [
    ...(verified.length === 0 ? [] : [resultText.verified(verified)]),
    ...(notVerified.length === 0 ? [] : [resultText.notVerified(notVerified)]),
  ];
}

function compared({ kind, state }: Check): string {
  if (kind === 'object') return state === 'failed' ? resultText.notThere : resultText.there;
  if (kind === 'extra' && state === 'ok') return resultText.noOthers;
  return `${resultText.comparedKinds[kind]} ${resultText.ownOutcomes[kind]?.[state] ?? resultText.outcomes[state]}`;
}

/** Lines of a comparison: each table and object with its checks, and the checks that concern all of them. */
function comparedLines(result: RunResult): readonly string[] {
  const { verdicts, checks } = result;
  const objects = objectsOf(result);
  if (objects === null) return [];
  const line = (what: string, own: readonly Check[]) => `  ${what}: ${own.map(compared).join(', ')}`;
  return [
    resultText.compared,
    ...verdicts.map((verdict) =>
      line(resultText.table(`${verdict.schema}.${verdict.table}`), verdict.checks),
    ),
    ...objects.map((object) => line(resultText.object(object), object.checks)),
    ...checks.map((check) => `  ${compared(check)}: ${check.detail}`),
  ];
}

/** A failure with its place, statement and remedy. */
export function failureLines(label: string, failure: Failure): readonly string[] {
  const place = [unnamedTable(failure), unnamedChunk(failure)].filter(Boolean).join(', ');
  const number = failure.errno === undefined ? '' : resultText.errorNumber(failure.errno);
  return [
    `${label}: ${place === '' ? '' : `${place}: `}${failure.message}${number}`,
    ...(failure.statement === undefined || failure.statement === ''
      ? []
      : [resultText.statement(failure.statement)]),
    `  ${failure.hint}`,
  ];
}

/** Table of a failure; undefined where the message names it. A name that may be any word counts at its beginning alone. */
function unnamedTable({ table, message }: Failure): string | undefined {
  if (table === undefined || message.startsWith(`${table}: `)) return undefined;
  const isQualified = table.includes('.');
  const name = `(?<![\\p{L}\\p{N}_$.-])${escapeRegex(table)}(?![\\p{L}\\p{N}_$-])`;
  return isQualified && new RegExp(name, 'u').test(message) ? undefined : table;
}
