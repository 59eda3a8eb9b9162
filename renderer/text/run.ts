import type { LanePhase, LogLevel, RunKind, RunStage, RunState, TableState } from '../../app/contract/run';

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

const stages: Readonly<Record<RunStage, string>> = {
  connect: 'Connect',
  preflight: 'Preflight',
  lock: 'Lock',
  snapshot: 'Snapshot',
  definitions: 'Definitions',
  data: 'Data',
  waiting: 'Waiting for the dump',
  constraints: 'Foreign keys',
  objects: 'Views, routines',
  verify: 'Verify',
  finish: 'Finish',
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
  untouched: 'Not begun',
};

const levels: Readonly<Record<LogLevel, string>> = {
  debug: 'Debug',
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
};

const kinds: Readonly<Record<RunKind, string>> = {
  dump: 'Dump',
  load: 'Load',
  migrate: 'Migrate',
  verify: 'Verify',
  abandon: 'Take back',
};

export const runText = {
  title: 'Runs',
  none: 'No runs yet',
  noneExplain: 'Start a dump, a load or a migration: it shows here, and goes on when you look elsewhere.',
  startOne: 'Choose a connection',
  tabs: 'Runs',
  tab: (kind: string, title: string) => `${kind} · ${title}`,
  kinds,
  states,
  stages,
  phases,
  tableStatuses,
  levels,
  waitsForDefinitions: 'Waiting for the dump’s definitions',
  waitsForRows: (toCome: number, all: number) =>
    toCome === 0
      ? 'Waiting for the end of the dump: all its tables are loaded'
      : `Waiting for the dump: rows of ${String(toCome)} of ${String(all)} tables are still to come`,
  leftOut: 'left out',
  stageNow: (stage: string) => `Stage: ${stage}`,
  progress: 'Progress',
  pause: 'Pause',
  resume: 'Resume',
  threads: (count: number) => (count === 1 ? '1 thread' : `${String(count)} threads`),
  moreThreads: 'One thread more',
  fewerThreads: 'One thread fewer',
  cancel: 'Cancel run',
  cancelTitle: 'Cancel this run?',
  cancelDump: 'What was written so far is removed. A dump can’t be resumed.',
  cancelLoad: 'What was loaded so far stays in the target. You can resume the load, or take it back.',
  cancelAbandon: 'What is not taken away yet stays in the target. You can take it back again.',
  cancelMigrate: 'What was moved so far stays in the target. You can resume the migration, or take it back.',
  cancelVerify: 'Nothing is changed by stopping a verification.',
  cancelConfirm: 'Cancel the run',
  keepRunning: 'Keep running',
  keepPaused: 'Keep it paused',
  showResult: 'Result',
  showTimeline: 'Timeline',
  rows: 'Rows',
  ofRows: (rows: string) => `of ${rows}`,
  ofAboutRows: (rows: string) => `of about ${rows}`,
  data: 'Data',
  stored: (size: string) => `${size} on disk`,
  rowRate: 'Rows/s',
  byteRate: 'Throughput',
  tables: 'Tables',
  ofTables: (count: string) => `of ${count}`,
  elapsed: 'Elapsed',
  etaWaiting: (toCome: number) => {
    if (toCome === 0) return 'waits for the dump';
    return toCome === 1 ? 'waits for 1 table' : `waits for ${String(toCome)} tables`;
  },
  etaPaused: (done: string) => (done === '' ? 'paused' : `${done}, paused`),
  etaWith: (done: string, left: string | null) => {
    if (left === null) return done === '' ? 'time left not known' : `${done} done`;
    return done === '' ? `${left} left` : `${done}, ${left} left`;
  },
  serverHealth: { source: 'The source', target: 'The target' },
  side: { source: 'Source', target: 'Target' },
  threadsRunning: 'Threads running',
  lockWaits: 'Lock waits',
  dirtyPages: 'Dirty pages',
  poolMisses: 'Reads from disk',
  notYet: '–',
  sparklineLabel: (name: string) => `${name} over the last minutes`,
  undoHistory: 'Undo history',
  undoRecords: (count: number) => (count === 1 ? 'record' : 'records'),
  oldestSnapshot: (age: string) => `oldest snapshot ${age}`,
  peak: (rate: string) => `peak ${rate}`,
  average: (rate: string) => `average ${rate}`,
  averageRowRate: 'Average rows/s',
  averageByteRate: 'Average throughput',
  retries: 'Retries',
  retriesExplain: 'work done again',
  lanes: 'Lanes',
  laneCount: (count: number) => (count === 1 ? '1 lane' : `${String(count)} lanes`),
  columnLane: 'Lane',
  columnPhase: 'Phase',
  columnTable: 'Table',
  columnChunk: 'Chunk',
  columnRowRate: 'Rows/s',
  columnByteRate: 'Data/s',
  timeline: 'Timeline',
  timelineLabel: (lanes: number, elapsed: string) =>
    `Timeline of ${String(lanes)} lanes over ${elapsed}. The table of lanes beside it says what each one does.`,
  throughputLabel: 'Throughput over time',
  windowLabel: 'Time shown',
  windowAll: 'Whole run',
  windowRecent: 'Last 60 s',
  tipWhat: (phase: string, chunk: number, took: string) =>
    chunk < 0 ? `${phase} for ${took}` : `${phase}, chunk ${String(chunk)}, ${took}`,
  tipMoved: (rows: string, bytes: string) => `${rows} rows, ${bytes}`,
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
  tableFilter: 'Which tables',
  buildOf: (table: string) => `Index build of ${table}`,
  notSaid: 'not known',
  buildNotSaid:
    'The server does not say how far it is, or is past its own estimate. The log says what would help.',
  building: (percent: string) => `Index ${percent}`,
  columnState: 'State',
  columnRows: 'Rows',
  columnData: 'Data',
  log: 'Log',
  logLevel: 'Least level',
  logSearch: 'Search the log',
  logEmpty: 'Nothing logged yet.',
  logQuiet: 'Nothing of note yet. The level “Debug” shows every step.',
  logNoneAtLevel: 'Nothing logged at this level.',
  logNoMatch: 'No line matches.',
  logLane: (lane: number) => `lane ${String(lane + 1)}`,
  follow: 'Newest',
  announce: (title: string, percent: number) => `${title}: ${String(percent)} per cent`,
  announceEnd: (title: string, state: string) => `${title}: ${state}`,
} as const;
