import { counted } from '../../app/contract/language/counted';
import { formatCount } from '../../app/contract/quantities';
import type { LanePhase, LogLevel, TableState } from '../../app/contract/runs/run';
import { runStages } from '../../app/contract/runs/stages';
import type { RunState } from '../../app/contract/runs/state';
import { runTexts, type SpokenRun } from './runs/run-kinds';

const states: Readonly<Record<RunState, string>> = {
  running: 'Running',
  paused: 'Paused',
  cancelling: 'Cancelling',
  done: 'Done',
  'done-with-warnings': 'Done with warnings',
  incomplete: 'Incomplete',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

const phases: Readonly<Record<LanePhase, string>> = {
  idle: 'Idle',
  read: 'Read',
  load: 'Load',
  index: 'Index',
  verify: 'Verify',
  wait: 'Wait',
  retry: 'Retry',
};

/** The engine's words for a table's state, and what a run as a whole makes of them: see state/runs/table-status.ts. */
const tableStatuses: Readonly<
  Record<TableState | 'paused' | 'retrying' | 'unfinished' | 'untouched', string>
> = {
  pending: 'Waiting',
  running: 'Running',
  indexing: 'Indexing',
  verifying: 'Verifying',
  done: 'Done',
  failed: 'Failed',
  paused: 'Paused',
  retrying: 'Retrying',
  unfinished: 'Unfinished',
  untouched: 'Not started',
};

const levels: Readonly<Record<LogLevel, string>> = {
  debug: 'Debug',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
};

const FIRST_PASS = {
  progress: 'Progress',
  rows: 'Rows',
  data: 'Data',
  done: (percent: string) => percent,
} as const;

export const runText = {
  title: 'Runs',
  none: 'No runs yet',
  noneExplain:
    'Start a dump, a load or a migration. It is shown here and keeps running while you use other screens.',
  startOne: 'Choose a connection',
  tabs: 'Runs',
  noneOpen: 'No open runs',
  noneOpenExplain: 'Runs that have ended are in the history. Start another one, or open one there.',
  allRuns: 'All open runs',
  closeTab: 'Close (Delete)',
  tab: (kind: string, title: string) => `${kind} · ${title}`,
  kindOf: (run: SpokenRun) => runTexts(run).verb,
  cancelExplain: (run: SpokenRun) => runTexts(run).cancel,
  states,
  stages: runStages,
  phases,
  tableStatuses,
  levels,
  waitsForDefinitions: 'Waiting for the dump’s definitions',
  waitsForRows: (toCome: number, all: number) =>
    toCome === 0
      ? 'Waiting for the end of the dump: all its tables are loaded'
      : `Waiting for the dump: rows of ${formatCount(toCome)} of ${formatCount(all)} tables pending`,
  leftOut: 'skipped',
  stageNow: (stage: string) => `Stage: ${stage}`,
  pause: 'Pause',
  resume: 'Resume',
  threads: (count: number) => counted(count, 'thread', 'threads'),
  moreThreads: 'Add a thread',
  fewerThreads: 'Remove a thread',
  cancel: 'Cancel run',
  cancelTitle: 'Cancel this run?',
  cancelConfirm: 'Cancel the run',
  keepRunning: 'Keep running',
  keepPaused: 'Keep it paused',
  showResult: 'Result',
  showTimeline: 'Timeline',
  /** A second pass over the rows begins at 0 again. */
  passes: {
    counting: FIRST_PASS,
    moving: FIRST_PASS,
    ended: FIRST_PASS,
    comparing: {
      progress: 'Comparison',
      rows: 'Rows compared',
      data: 'Data compared',
      done: (percent: string) => `comparison ${percent}`,
    },
  },
  ofRows: (rows: string, uncommitted: string | null) =>
    uncommitted === null ? `of ${rows}` : `of ${rows}; ${uncommitted}`,
  uncommitted: (rows: string) => `${rows} not committed`,
  ofAboutRows: (rows: string) => `of about ${rows}`,
  data: 'Data',
  stored: (size: string) => `${size} on disk`,
  rowRate: 'Rows/s',
  byteRate: 'Throughput',
  tables: 'Tables',
  ofTables: (count: string) => `of ${count}`,
  ofTablesSoFar: (count: string) => `of ${count} so far`,
  counting: 'counting tables',
  elapsed: 'Elapsed',
  etaWaiting: (toCome: number) => {
    if (toCome === 0) return 'waiting for the dump';
    return `waiting for ${counted(toCome, 'table', 'tables')}`;
  },
  etaPaused: (done: string) => (done === '' ? 'paused' : `${done}, paused`),
  etaWith: (done: string, left: string | null) => {
    if (left === null) return done === '' ? 'time left unknown' : `${done} done`;
    return done === '' ? `${left} left` : `${done}, ${left} left`;
  },
  serverHealth: { source: 'Source server', target: 'Target server' },
  side: { source: 'Source', target: 'Target' },
  noAnswer: (server: string, time: string) => `${server}: no answer for ${time}.`,
  triedAgain: (time: string) =>
    `A lost connection is tried again for ${time}; then the run ends and can be resumed.`,
  endsIfLost: 'The run ends when its connection is lost.',
  seconds: (count: number) => `${String(count)} s`,
  threadsRunning: 'Threads running',
  lockWaits: 'Lock waits',
  dirtyPages: 'Dirty pages',
  poolMisses: 'Reads from disk',
  notYet: '–',
  sparklineLabel: (name: string) => `${name} over the last minutes`,
  historyList: 'History list length',
  undoRecords: (count: number) => (count === 1 ? 'record' : 'records'),
  oldestSnapshot: (age: string) => `oldest snapshot ${age}`,
  peak: (rate: string) => `peak ${rate}`,
  average: (rate: string) => `average ${rate}`,
  averageRowRate: 'Average rows/s',
  averageByteRate: 'Average throughput',
  retries: 'Retries',
  retriesExplain: 'rolled back',
  lanes: 'Lanes',
  laneCount: (count: number) => counted(count, 'lane', 'lanes'),
  columnLane: 'Lane',
  columnPhase: 'Phase',
  columnBusy: 'Busy',
  columnTables: 'Tables',
  busyOf: (lane: number) => `Lane ${String(lane)} busy`,
  columnTable: 'Table',
  columnChunk: 'Chunk',
  columnRowRate: 'Rows/s',
  columnByteRate: 'Data/s',
  timeline: 'Timeline',
  timelineLabel: (lanes: number, elapsed: string) =>
    `Timeline of ${String(lanes)} lanes over ${elapsed}. The table of lanes beside it says what each one does.`,
  throughputLabel: 'Throughput over time: data per second on the left axis, rows per second on the right one',
  rowsPerSecond: (rows: string) => `${rows} rows/s`,
  leftAxis: 'Data/s (left axis)',
  rightAxis: 'Rows/s (right axis)',
  windowLabel: 'Time shown',
  windowAll: 'Whole run',
  windowRecent: 'Last 60 s',
  tipWhat: (phase: string, chunk: number, took: string) =>
    chunk < 0 ? `${phase} for ${took}` : `${phase}, chunk ${String(chunk)}, ${took}`,
  tipMoved: (rows: number, bytes: string) => `${counted(rows, 'row', 'rows')}, ${bytes}`,
  tipMoment: (clock: string, rate: string) =>
    rate === '' ? `at ${clock}` : `at ${clock}, all lanes ${rate}`,
  tableList: 'Tables',
  filterTables: 'Filter tables',
  noTables: 'No tables yet.',
  noTableMatches: 'No table matches.',
  showAll: 'All',
  showActive: 'Active',
  showDone: 'Done',
  showFailed: 'Failed',
  tableFilter: 'Tables shown',
  buildOf: (table: string) => `Index build of ${table}`,
  notSaid: 'unknown',
  buildNotSaid:
    'The server reports no progress, or is past its own estimate. See the log for what would help.',
  building: (percent: string) => `Index ${percent}`,
  columnState: 'State',
  columnRows: 'Rows',
  columnData: 'Data',
  log: 'Log',
  logLevel: 'Minimum level',
  logSearch: 'Search the log',
  logEmpty: 'Nothing logged yet.',
  logQuiet: 'Nothing notable yet. The level “Debug” shows every step.',
  logNoneAtLevel: 'Nothing logged at this level.',
  logNoMatch: 'No line matches.',
  indexFigures: 'Indexes by table',
  indexHeads: {
    table: 'Table',
    deferred: 'Deferred',
    rows: 'Rows',
    afterData: 'After data',
    inline: 'Inline',
  },
  indexesInline: 'none',
  logLane: (lane: number) => `lane ${String(lane + 1)}`,
  follow: 'Newest',
  announce: (title: string, percent: number) => `${title}: ${String(percent)} per cent`,
  announceEnd: (title: string, state: string) => `${title}: ${state}`,
} as const;
