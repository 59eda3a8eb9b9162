import type { HistoryState } from '../../app/contract/history';
import type { RunKind } from '../../app/contract/run';
import { runText } from './run';

const states: Readonly<Record<HistoryState, string>> = { ...runText.states, interrupted: 'Interrupted' };

const kindNames: Readonly<Record<RunKind, string>> = {
  dump: 'Dump',
  load: 'Load',
  migrate: 'Migration',
  verify: 'Verification',
  abandon: 'Taking back a load',
};

/** No line breaks behind its dashes: word joiners hold it together (Unicode Standard Annex 14, WJ). */
const ABANDON = '-\u2060-\u2060abandon';

export const historyText = {
  title: 'History',
  subtitle: 'Every run of the window and the command line, newest first.',
  list: 'Runs',
  states,
  search: 'Search runs',
  which: 'Which runs',
  all: 'All',
  kinds: { dump: 'Dumps', load: 'Loads', migrate: 'Migrations', verify: 'Verifications' },
  reload: 'Read the history again',
  none: 'No runs yet',
  noneExplain:
    'Each dump, load, migration and verification is listed here, also those of the command line. Begin with a dump.',
  noMatch: 'No run matches.',
  showAll: 'Show all runs',
  ofJob: (job: string, title: string) => `${job} · ${title}`,
  noFigures: 'Not known: the run was cut off before its end.',
  runsStill: 'The run still goes on.',
  nothingMoved: 'No data was moved.',
  noTrend: 'No other run of this kind has ended well yet.',
  columnState: 'State',
  columnKind: 'Kind',
  columnTitle: 'What',
  columnStarted: 'Started',
  columnDuration: 'Duration',
  columnSize: 'Data',
  columnSpeed: 'Speed',
  columnTrend: 'Trend',
  trend: (speeds: string) => `Speeds of the last runs of this kind: ${speeds}`,
  speedTip: 'Data per second, over the whole run',
  details: 'The chosen run',
  choose: 'Choose a run to see what it came to.',
  byWindow: 'from the window',
  byCommand: 'from the command line',
  job: (name: string) => `Job: ${name}`,
  startedAt: (when: string, by: string) => `Started ${when}, ${by}`,
  took: (size: string, time: string) => `${size} in ${time}`,
  warning: (count: number, first: string) =>
    count === 1 ? `Warning: ${first}` : `First of ${String(count)} warnings: ${first}`,
  moved: (rows: string, tables: string, one: boolean) =>
    `${rows} rows of ${one ? '1 table' : `${tables} tables`}`,
  stored: (size: string) => `${size} on disk`,
  warnings: (count: number) => (count === 1 ? '1 warning' : `${String(count)} warnings`),
  folder: 'Folder',
  openResult: 'Open result',
  showRun: 'Show run',
  repeat: 'Run again',
  setUpAgain: 'Set up again',
  notRepeatable: 'Its server is no saved connection, so it can’t be run again from here.',
  restore: 'Load this dump',
  openFolder: 'Open folder',
  back: 'Back to the history',
  interruptedDump: 'Sluice ended before this dump did. Its folder is no dump; run it again.',
  interruptedLoad: `Sluice ended before this load did. The rows that are in stay. Resume the load to finish it; sluice load ${ABANDON} removes them.`,
  interruptedAbandon: `Sluice ended before all was removed. Run sluice load ${ABANDON} again.`,
  interruptedMigrate: `Sluice ended before this migration did. The rows that are in stay. Resume it to finish it; sluice migrate ${ABANDON} removes them.`,
  interruptedVerify: 'Sluice ended before this verification did. It changed nothing.',
  interruptedOne: (kind: RunKind, title: string) => `${kindNames[kind]} interrupted: ${title}`,
  interruptedMany: (count: number) => `${String(count)} runs were interrupted`,
  interruptedDetail: (count: number) =>
    count === 1
      ? 'Sluice ended before it did. The history says what to do.'
      : 'Sluice ended before they did. The history says what to do.',
} as const;
