import { counted } from '../../app/contract/language/counted';
import { formatCount } from '../../app/contract/quantities';
import type { RunState } from '../../app/contract/runs/state';
import type { Check, CheckKind, ObjectKind } from '../../app/contract/runs/result';
import { runTexts, type SpokenRun } from './runs/run-kinds';

const checkKinds: Readonly<Record<CheckKind, string>> = {
  object: 'Object',
  rows: 'Rows',
  checksum: 'Checksum',
  definition: 'Definition',
  counter: 'AUTO_INCREMENT',
  'foreign-keys': 'Foreign keys',
  schema: 'Schema defaults',
  extra: 'Other objects',
  accounts: 'Accounts',
  files: 'Files',
  'json-types': 'JSON columns',
};

const objectKinds: Readonly<Record<ObjectKind, string>> = {
  view: 'View',
  function: 'Function',
  procedure: 'Procedure',
  package: 'Package',
  event: 'Event',
  trigger: 'Trigger',
  library: 'Library',
  sequence: 'Sequence',
};

const NOT_CHECKED = 'not checked';

const outcomes: Readonly<Record<CheckKind, Readonly<Record<Check['state'], string>>>> = {
  object: { ok: 'present', failed: 'missing', 'not-checked': NOT_CHECKED },
  rows: { ok: 'equal', failed: 'differ', 'not-checked': NOT_CHECKED },
  checksum: { ok: 'equal', failed: 'differs', 'not-checked': NOT_CHECKED },
  definition: { ok: 'equal', failed: 'differs', 'not-checked': NOT_CHECKED },
  counter: { ok: 'equal', failed: 'differs', 'not-checked': NOT_CHECKED },
  'foreign-keys': { ok: 'hold', failed: 'broken', 'not-checked': NOT_CHECKED },
  schema: { ok: 'equal', failed: 'differ', 'not-checked': NOT_CHECKED },
  extra: { ok: 'none', failed: 'unreadable', 'not-checked': 'present, not in the dump' },
  accounts: { ok: 'equal', failed: 'differ', 'not-checked': NOT_CHECKED },
  files: { ok: 'intact', failed: 'damaged', 'not-checked': NOT_CHECKED },
  'json-types': { ok: 'checked', failed: 'unreadable', 'not-checked': NOT_CHECKED },
};

export const resultText = {
  sentence: (run: SpokenRun, state: RunState) => runTexts(run).ends[state] ?? '',
  counted: (counted: string, tables: string) => `Complete; ${counted} of ${tables} tables counted.`,
  whyNotCounted: (isWritten: boolean) =>
    `Tables that are read by ranges of an integer key are not counted a second time: each row is in exactly one range. ${isWritten ? 'As many rows were written as were read.' : 'Verify reads all files back.'}`,
  figures: 'Figures',
  tables: 'Tables',
  rows: 'Rows',
  data: 'Data',
  stored: 'Rows on disk',
  files: (count: number) => `in ${counted(count, 'file', 'files')}`,
  time: 'Time',
  stageTimes: 'Where the time went',
  otherStages: 'Other',
  threads: 'Threads',
  average: 'Average',
  lock: 'Global lock',
  lockHeld: (held: string) => `held ${held}`,
  lockWaited: (wait: string) => `waited ${wait}`,
  noLock: 'none taken',
  retries: 'Retries',
  retriesExplain: 'rolled back and tried again',
  speedUps: (sentences: string) => `Settings of the target: ${sentences}`,
  consistency: 'Consistency',
  verified: 'Verification',
  notVerified: (count: number) => counted(count, 'check not run', 'checks not run'),
  checksOk: (count: number) => counted(count, 'check passed', 'checks passed'),
  checksFailed: (count: number) => counted(count, 'check failed', 'checks failed'),
  resume: { load: 'Resume load', migrate: 'Resume migration' },
  resumeGuard: (name: string) => `To resume it there, type its name: “${name}”.`,
  unfinishedTitle: 'State of the target',
  unfinished: {
    load: 'The load is partly done; its journal records which rows are in. It can be resumed or rolled back.',
    migrate:
      'The migration is partly done; its journal records which rows are in. It can be resumed under a new snapshot, which keeps finished tables whose rows are unchanged, or rolled back.',
  },
  unfinishedEmpty: {
    load: 'Tables and the load’s journal exist, but no rows yet. The load can be resumed or rolled back.',
    migrate: 'Tables and the migration’s journal exist, but no rows yet. It can be resumed or rolled back.',
  },
  rollBack: 'Roll back…',
  rollBackConfirm: 'Roll back',
  rollBackExplain: (target: string) =>
    `Removes from “${target}” what this run created, with its rows. Nothing else is touched. A run that was rolled back can’t be resumed.`,
  rollBackGuard: (target: string) => `To roll back there, type its name: “${target}”.`,
  mendFirst:
    'The dump’s files must be whole again before it can be resumed: a resume reads them again and ends here otherwise.',
  resumeCommand: 'Command to resume',
  rollBackCommand: 'Command to roll back',
  onlyRollBack: 'Its dump will never be finished, so it can’t be resumed. It can be rolled back.',
  targetUntouched: 'Nothing was changed on the target.',
  targetUntouchedByResume:
    'This run changed nothing on the target. What the earlier run left is still there: it can be resumed or rolled back.',
  targetRolledBack: {
    load: 'Everything that the load had created was rolled back; see the log.',
    migrate: 'Everything that the migration had created was rolled back; see the log.',
  },
  targetLeftUnknown:
    'It is not known whether anything was left on the target: check it before you start again.',
  nothingVerified: 'Nothing was verified: the run ended before that.',
  wholeRun: 'Whole run',
  columnTable: 'Name',
  columnRows: 'Rows',
  columnData: 'Data',
  columnChecks: 'Checks',
  onlyProblems: 'Failed or not run',
  allTables: 'All',
  notRead: 'Not read',
  outcomes,
  checkOutcome: (kind: CheckKind, state: Check['state']) => `${checkKinds[kind]} ${outcomes[kind][state]}`,
  checkKinds,
  objectKinds,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  firstOnly: (count: number) => `Show the first ${String(count)}`,
  errors: (count: number) => counted(count, 'error', 'errors'),
  warnings: (count: number) => counted(count, 'warning', 'warnings'),
  written: 'Written',
  writtenAs: (format: string) => `As ${format}`,
  writtenNote: {
    sql: 'Load it with mysql or mariadb, or here. Unlike a Sluice folder it holds no checksums.',
    mydumper: 'Load it with myloader, or here. Unlike a Sluice folder it holds no checksums.',
    csv: 'A file for each table, with its definition beside it. Views, routines, triggers and events are not in it.',
    jsonl:
      'A file for each table, with its definition beside it. Views, routines, triggers and events are not in it.',
    parquet:
      'A file for each table, with its definition beside it. Views, routines, triggers and events are not in it, and Sluice can’t load it.',
  },
  openFolder: 'Open folder',
  saveReport: 'Save report…',
  saved: (title: string) => `Report saved: ${title}`,
  loadThis: 'Load this dump',
  verify: 'Verify',
  verifyAgain: 'Verify again',
  inspectTables: 'Inspect tables',
  tableOutcomes: 'Page layout',
  outcomeTable: 'Table, index',
  outcomeFull: 'Fill',
  outcomeOrder: 'Order',
  outcomeLeaves: 'Leaf pages',
  outcomeWasted: 'Reclaimable',
  outcomeSource: 'Source',
  outcomeSince: 'Since before',
  outcomeUnchanged: 'unchanged',
  outcomeChanged: 'changed',
  outcomeWas: (value: string) => `was ${value}`,
  outcomeCoverage: (coverage: string) => `Coverage: ${coverage}.`,
  outcomeUnknown: (reason: string) => `Unknown: ${reason}`,
  outcomeNoReason: 'not available from this source',
  percent: (value: string) => `${value} %`,
  comparedWith: {
    target: 'Before: the target’s own table, which the load replaced.',
    source: 'Before: the dumped table.',
  },
  allOutcomes: (count: number) => `Show all ${formatCount(count)} tables`,
  readingPages: 'The pages of the loaded tables are being read…',
  outcomesSkipped: (count: number, reason: string) =>
    `Skipped ${counted(count, 'table', 'tables')}. ${reason}.`,
  inspectTable: (name: string) => `Inspect ${name}`,
} as const;
