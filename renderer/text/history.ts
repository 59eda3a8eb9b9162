import type { HistoryState } from '../../app/contract/history';
import { runText } from './run';

const states: Readonly<Record<HistoryState, string>> = { ...runText.states, interrupted: 'Interrupted' };

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
  noneExplain: 'Each dump, load, migration and verification stays here, also those of the command line.',
  noMatch: 'No run matches.',
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
  restore: 'Restore from this',
  openFolder: 'Open folder',
  back: 'Back to the history',
  interruptedDump: 'Sluice ended before this dump did. Its folder is no dump; run it again.',
  interruptedLoad:
    'Sluice ended before this load did. What is in is safe: resume it, or take it back by the command line’s abandon option.',
  interruptedAbandon: 'Sluice ended before all was removed. Take the load back again: sluice load --abandon.',
  interruptedMigrate:
    'Sluice ended before this migration did. Resume it, or take back what is on the target by the command line’s abandon option.',
  interruptedVerify: 'Sluice ended before this verification did. It changed nothing.',
  interruptedTitle: (titles: readonly string[]) =>
    titles.length === 1
      ? `Interrupted: ${titles[0] ?? ''}`
      : `${String(titles.length)} runs were interrupted`,
  interruptedDetail: 'Sluice ended first. The history says what to do.',
} as const;
