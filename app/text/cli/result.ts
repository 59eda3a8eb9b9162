import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatBytes, formatCount, formatDuration } from '../../contract/quantities';
import type { HistoryState } from '../../contract/runs/history';
import type { Check, ObjectVerdict, TargetState } from '../../contract/runs/result';
import type { LogLevel } from '../../contract/runs/run';
import { runStages, type TellingTimes, type RunStage } from '../../contract/runs/stages';
import { timesInWords } from '../runs/stage-times';
import { objectKinds } from '../verify';

/** Figures of a run that ended, in the units of the contract. */
interface EndFigures {
  readonly rows: number;
  readonly tables: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly threads: number;
  readonly files: { readonly storedBytes: number; readonly files: number } | null;
}

/** Tables and rows at the begin of a stage. */
interface StageFigures {
  readonly kind: RunStage;
  readonly done: number;
  readonly total: number;
  readonly rows: number;
}

type Outcomes = Readonly<Record<Check['state'], string>>;

/** Outcomes of checks that are not called “the same”. */
const OWN_OUTCOMES: Readonly<Partial<Record<Check['kind'], Outcomes>>> = {
  'foreign-keys': { ok: 'hold', failed: 'do NOT hold', 'not-checked': 'not proved' },
  extra: { ok: 'not there', failed: 'not readable', 'not-checked': 'there' },
};

/** Words of a run's progress and result in a terminal. */
export const resultText = spoken({
  logLevels: { info: 'info', warning: 'warning', error: 'error' } satisfies Readonly<
    Record<Exclude<LogLevel, 'debug'>, string>
  >,
  /** Begin of a stage in a log. */
  stage: ({ kind, done, total, rows }: StageFigures) =>
    `${runStages[kind]} (${formatCount(done)}/${formatCount(total)} tables, ${counted(rows, 'row', 'rows')})`,
  states: {
    running: 'Running',
    paused: 'Paused',
    cancelling: 'Stopping',
    done: 'Done',
    'done-with-warnings': 'Done with warnings',
    incomplete: 'Incomplete, can be resumed',
    cancelled: 'Cancelled',
    failed: 'Failed',
    interrupted: 'Interrupted',
  } satisfies Readonly<Record<HistoryState, string>>,
  lane: (number: string) => `lane ${number}`,
  rowsPerSecond: (rows: string) => `${rows} rows/s`,
  built: (percent: string) => `${percent} built`,
  total: 'total  ',
  tablesOf: (done: number, total: number, counting: boolean) =>
    `${done}/${total}${counting ? ' so far' : ''} tables`,
  rowsOf: (rows: number, expected: number | null) =>
    `${formatCount(rows)}${expected === null ? '' : ` of ${formatCount(expected)}`} rows`,
  uncommitted: (rows: string) => `${rows} not committed`,
  doneAgain: (count: number) => `${formatCount(count)} done again`,
  left: (eta: string) => `${eta} left`,
  historyList: (length: number) => `history list length ${formatCount(length)}`,
  end: (state: string, { rows, tables, bytes, seconds, threads, files }: EndFigures) => {
    const inFiles =
      files === null
        ? ''
        : ` (${formatBytes(files.storedBytes)} in ${counted(files.files, 'file', 'files')})`;
    return (
      `${state}: ${counted(rows, 'row', 'rows')} of ${counted(tables, 'table', 'tables')}, ${formatBytes(bytes)}${inFiles} ` +
      `in ${formatDuration(seconds * 1000)} on ${counted(threads, 'thread', 'threads')}.`
    );
  },
  times: (times: TellingTimes) => `Where the time went: ${timesInWords(times)}.`,
  heldUp: (ms: number, firstRowMs: number | null) =>
    `Writers were held up for ${ms} ms.${firstRowMs === null ? '' : ` The first row came ${firstRowMs} ms after that.`}`,
  rolledBack: (count: number) => `Rolled back and done again: ${counted(count, 'time', 'times')}.`,
  serverSettings: (sentences: readonly string[]) => `Settings of the target: ${sentences.join(' ')}`,
  notice: (sentence: string) => `Note: ${sentence}`,
  warning: 'Warning',
  error: 'Error',
  targetStates: {
    untouched: 'This run changed nothing on the target.',
    'rolled-back': 'All that this run had created on the target was rolled back.',
    left: 'A part of this run is on the target.',
  } satisfies Readonly<Record<TargetState, string>>,
  toResume: (command: string) => `To resume:    ${command}`,
  toRollBack: (command: string) => `To roll back: ${command}`,
  toFollow: (statement: string) => `To follow the dump’s source from that moment on: ${statement}`,
  verified: (checks: readonly string[]) => `Verified: ${checks.join(', ')}.`,
  notVerified: (checks: readonly string[]) => `Not verified: ${checks.join(', ')}.`,
  verifiedKinds: {
    object: 'objects found',
    rows: 'rows counted',
    checksum: 'checksums compared',
    definition: 'definitions compared',
    counter: 'AUTO_INCREMENT counters compared',
    'foreign-keys': 'foreign keys proved',
    schema: 'schema defaults compared',
    extra: 'schemas without other objects',
    accounts: 'accounts compared',
    files: 'files intact',
    'json-types': 'JSON columns checked',
  } satisfies Readonly<Record<Check['kind'], string>>,
  compared: 'Compared:',
  comparedKinds: {
    rows: 'rows',
    checksum: 'checksum',
    definition: 'definition',
    counter: 'AUTO_INCREMENT',
    'foreign-keys': 'foreign keys',
    schema: 'schema defaults',
    extra: 'other objects',
    accounts: 'accounts',
    files: 'files',
    'json-types': 'JSON columns',
  } satisfies Readonly<Record<Exclude<Check['kind'], 'object'>, string>>,
  outcomes: { ok: 'the same', failed: 'NOT the same', 'not-checked': 'not compared' } satisfies Readonly<
    Record<Check['state'], string>
  >,
  ownOutcomes: OWN_OUTCOMES,
  there: 'present',
  notThere: 'MISSING',
  noOthers: 'no other objects',
  table: (name: string) => `table ${name}`,
  object: ({ kind, schema, name }: Pick<ObjectVerdict, 'kind' | 'schema' | 'name'>) =>
    `${objectKinds[kind]} ${schema}.${name}`,
  statement: (text: string) => `  Statement: ${text}`,
  errorNumber: (errno: number) => ` (error ${errno})`,
});
