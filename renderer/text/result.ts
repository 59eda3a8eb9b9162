import type { Check, CheckKind, ObjectKind, RunKind, RunState } from '../../app/contract/run';

const checkKinds: Readonly<Record<CheckKind, string>> = {
  presence: 'Object',
  rows: 'Rows',
  digest: 'Contents',
  definition: 'Definition',
  'foreign-keys': 'Foreign keys',
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
  presence: { ok: 'there', failed: 'missing', 'not-checked': NOT_CHECKED },
  rows: { ok: 'equal', failed: 'differ', 'not-checked': NOT_CHECKED },
  digest: { ok: 'equal', failed: 'differ', 'not-checked': NOT_CHECKED },
  definition: { ok: 'equal', failed: 'differs', 'not-checked': NOT_CHECKED },
  'foreign-keys': { ok: 'hold', failed: 'broken', 'not-checked': NOT_CHECKED },
  files: { ok: 'whole', failed: 'damaged', 'not-checked': NOT_CHECKED },
  'json-types': { ok: 'looked through', failed: 'unreadable', 'not-checked': NOT_CHECKED },
};

const sentences: Readonly<Record<RunKind, Partial<Record<RunState, string>>>> = {
  dump: {
    done: 'The dump is complete and was checked.',
    'done-with-warnings': 'The dump is complete. Read the warnings before you rely on it.',
    incomplete: 'The dump is not complete. It can be resumed.',
    cancelled: 'The dump was cancelled. What it had written is removed.',
    failed: 'The dump failed. It left nothing that could be taken for a dump.',
  },
  load: {
    done: 'Everything is loaded and was counted again in the target.',
    'done-with-warnings': 'Everything is loaded. Read the warnings before you rely on it.',
    incomplete: 'Not everything is loaded. What is in stays in, and the load can be resumed.',
    cancelled: 'The load was cancelled.',
    failed: 'The load failed.',
  },
  migrate: {
    done: 'Everything was moved, and read again in the target.',
    'done-with-warnings': 'Everything was moved, and read again in the target. Read the warnings.',
    incomplete: 'Not everything was moved.',
    cancelled: 'The migration was cancelled.',
    failed: 'The migration failed.',
  },
  // Of a dump's own files, and of a server that is compared with it.
  verify: {
    done: 'All that was checked is as the dump recorded it.',
    'done-with-warnings': 'All that was checked is as the dump recorded it. Read the warnings.',
    incomplete: 'The verification did not finish.',
    cancelled: 'The verification was cancelled.',
    failed: 'Not all is as the dump recorded it. Read the errors before you rely on it.',
  },
  abandon: {
    done: 'What the unfinished load had made is removed from the target.',
    incomplete: 'Not everything is removed. Take the load back again.',
    cancelled: 'Taking back was cancelled. Take the load back again.',
    failed: 'Not everything is removed. Read the error, and take the load back again.',
  },
};

export const resultText = {
  sentence: (kind: RunKind, state: RunState) => sentences[kind][state] ?? '',
  notAllCounted: 'The dump is complete. Not all of its rows were counted again: see what was verified.',
  noneCounted: 'The dump is complete. Its rows were not counted again.',
  figures: 'Figures',
  tables: 'Tables',
  rows: 'Rows',
  data: 'Data',
  stored: 'Rows on disk',
  files: (count: string, one: boolean) => (one ? 'in a folder of 1 file' : `in a folder of ${count} files`),
  time: 'Time',
  threads: 'Threads',
  average: 'Average',
  lock: 'Global lock',
  lockHeld: (held: string) => `held ${held}`,
  lockWaited: (wait: string) => `waited ${wait}`,
  noLock: 'none taken',
  retries: 'Retries',
  retriesExplain: 'work rolled back and done again',
  speedUps: (sentences: string) => `Settings of the target: ${sentences}`,
  consistency: 'Consistency',
  verified: 'What was verified',
  notVerified: (count: string, one: boolean) => (one ? '1 check not made' : `${count} checks not made`),
  checksOk: (count: string, one: boolean) => (one ? '1 check passed' : `${count} checks passed`),
  checksFailed: (count: string, one: boolean) => (one ? '1 check failed' : `${count} checks failed`),
  resume: { load: 'Resume load', migrate: 'Resume migration' },
  resumeGuard: (name: string) => `To go on loading into it, type its name: “${name}”.`,
  unfinishedTitle: 'What is on the target',
  unfinished: {
    load: 'A part of the load is in, with a journal that says which. It can be resumed, or taken back.',
    migrate:
      'A part is in, with a journal that says which. It can be resumed under a new snapshot: finished tables stay where all rows are still the same. Or it can be taken back.',
  },
  unfinishedEmpty: {
    load: 'Tables and the load’s journal are there, but no row is in yet. The load can be resumed, or taken back.',
    migrate:
      'Tables and the migration’s journal are there, but no row is in yet. It can be resumed, or taken back.',
  },
  rollBack: 'Roll back…',
  rollBackConfirm: 'Roll back',
  rollBackExplain: (target: string) =>
    `Removes from “${target}” what this run created, with its rows. Nothing else is touched. A run that was rolled back can’t be resumed.`,
  rollBackGuard: (target: string) => `To roll back there, type its name: “${target}”.`,
  resumeCommand: 'To go on, as a command',
  abandonCommand: 'To take back what it made, as a command',
  onlyTakenBack:
    'Its dump will never be finished: there is nothing to go on with. What is there can be taken back.',
  targetUntouched: 'Nothing was changed on the target.',
  targetUntouchedByResume:
    'This run changed nothing on the target. What the run before it left is still there: it can be resumed, or rolled back.',
  targetRolledBack: {
    load: 'All that the load had created was rolled back: the log says what.',
    migrate: 'All that the migration had created was rolled back: the log says what.',
  },
  targetLeftUnknown:
    'It is not known whether anything was left on the target: look at it before you start again.',
  nothingVerified: 'Nothing was verified: the run ended before that.',
  wholeRun: 'Whole run',
  columnTable: 'Name',
  columnRows: 'Rows',
  columnData: 'Data',
  columnChecks: 'Checks',
  onlyProblems: 'Only failed or not made',
  allTables: 'All',
  notRead: 'Not read',
  outcomes,
  checkOutcome: (kind: CheckKind, state: Check['state']) => `${checkKinds[kind]} ${outcomes[kind][state]}`,
  checkKinds,
  objectKinds,
  showAll: (count: number) => `Show all ${String(count)}`,
  firstOnly: (count: number) => `Show the first ${String(count)}`,
  errors: (count: number) => (count === 1 ? '1 error' : `${String(count)} errors`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${String(count)} warnings`),
  openFolder: 'Open folder',
  saveReport: 'Save report…',
  saved: (title: string) => `Report saved: ${title}`,
  loadThis: 'Load this dump',
  verify: 'Verify',
  verifyAgain: 'Verify again',
  inspectTables: 'Inspect tables',
  tableOutcomes: 'How the tables lie in their pages',
  outcomeTable: 'Table, index',
  outcomeFull: 'How full',
  outcomeOrder: 'In order',
  outcomeLeaves: 'Leaf pages',
  outcomeWasted: 'Reclaimable',
  outcomeSource: 'From',
  outcomeBefore: 'Before',
  outcomeBeforeOf: (figure: string) => `${figure}, before`,
  outcomeCoverage: (coverage: string) => `Seen: ${coverage}.`,
  outcomeUnknown: (reason: string) => `Not known: ${reason}`,
  outcomeNoReason: 'the source does not tell',
  percent: (value: string) => `${value} %`,
  comparedWith: {
    target: 'Before is the target’s own table, which the load replaced.',
    source: 'Before is the table that was dumped.',
  },
  allOutcomes: (count: number) => `Show all ${String(count)} tables`,
  outcomesSkipped: (count: string, one: boolean, reason: string) =>
    `${count} ${one ? 'table was' : 'tables were'} not looked at. ${reason}.`,
  inspectTable: (name: string) => `Inspect ${name}`,
} as const;
