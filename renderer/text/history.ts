import { counted } from '../../app/contract/language/counted';
import { formatCount } from '../../app/contract/quantities';
import type { HistoryState } from '../../app/contract/runs/history';
import { runText } from './run';
import { runTexts, type SpokenRun } from './runs/run-kinds';

const states: Readonly<Record<HistoryState, string>> = { ...runText.states, interrupted: 'Interrupted' };

export const historyText = {
  title: 'History',
  subtitle: 'Every run of the window and the command line, newest first.',
  list: 'Runs',
  states,
  search: 'Search runs',
  which: 'Runs shown',
  all: 'All',
  kinds: { dump: 'Dumps', load: 'Loads', migrate: 'Migrations', verify: 'Verifications' },
  reload: 'Refresh history',
  none: 'No runs yet',
  noneExplain:
    'Every dump, load, migration and verification is listed here, including those from the command line. Start with a dump.',
  noMatch: 'No run matches.',
  showAll: 'Show all runs',
  ofJob: (job: string, title: string) => `${job} · ${title}`,
  damaged: 'Damaged, as a later check of its files found',
  verified: 'Verified: a later check found its files intact',
  failed: 'Not verified: a later check of its files failed',
  damagedSince: 'Damaged, as found after its proof',
  failedSince: 'Not verified: a check after its proof failed',
  noFigures: 'Unknown: the run was interrupted.',
  runsStill: 'Still running.',
  nothingMoved: 'No data was moved.',
  resumedTrend: 'A resumed run did only a part of the work: its speed is no part of the trend.',
  resumed: 'Resumed',
  objects: (what: string) => `Objects: ${what}`,
  noTrend: 'No earlier successful run.',
  columnState: 'State',
  columnKind: 'Kind',
  columnTitle: 'Name',
  columnStarted: 'Started',
  columnDuration: 'Duration',
  columnSize: 'Data',
  columnSpeed: 'Speed',
  columnTrend: 'Trend',
  trend: (speeds: string) => `Speeds of the last runs of this kind: ${speeds}`,
  speedTip: 'Data per second, over the whole run',
  details: 'Run details',
  choose: 'Select a run to see its details.',
  byWindow: 'from the window',
  byCommand: 'from the command line',
  job: (name: string) => `Job: ${name}`,
  startedAt: (when: string, by: string) => `Started ${when}, ${by}`,
  took: (size: string, time: string) => `${size} in ${time}`,
  warning: (count: number, first: string) =>
    count === 1 ? `Warning: ${first}` : `First of ${formatCount(count)} warnings: ${first}`,
  moved: (rows: number, tables: number) =>
    `${counted(rows, 'row', 'rows')} of ${counted(tables, 'table', 'tables')}`,
  stored: (size: string) => `${size} on disk`,
  warnings: (count: number) => counted(count, 'warning', 'warnings'),
  folder: 'Folder',
  openResult: 'Open result',
  showRun: 'Show run',
  repeat: 'Run again',
  setUpAgain: 'Set up again',
  notRepeatable: 'Can’t be run again here: its server is not a saved connection.',
  restore: 'Load this dump',
  openFolder: 'Open folder',
  back: 'Back to the history',
  noTimeline: 'No log and timeline kept',
  noTimelineExplain:
    'They are kept of the newest 300 runs. This run is older, or of an earlier version of Sluice.',
  interrupted: (run: SpokenRun) => runTexts(run).interrupted,
  interruptedOne: (run: SpokenRun, title: string) => `${runTexts(run).noun} interrupted: ${title}`,
  interruptedMany: (count: number) => `${formatCount(count)} runs were interrupted`,
  interruptedDetail: (count: number) =>
    count === 1
      ? 'Sluice exited before it finished. See the history for what to do.'
      : 'Sluice exited before they finished. See the history for what to do.',
} as const;
