import type { CheckKind, Check } from '../../contract/runs/result';
import type { RunState } from '../../contract/runs/state';
import { spoken } from '../../contract/language/spoken';
import { runKinds } from './kinds';
import { timesInWords } from './stage-times';

const states: Readonly<Record<RunState, string>> = {
  running: 'running',
  paused: 'paused',
  cancelling: 'stopping',
  done: 'done, and verified as below',
  'done-with-warnings': 'done with warnings',
  incomplete: 'incomplete, can be resumed',
  cancelled: 'cancelled',
  failed: 'failed',
};

const checks: Readonly<Record<CheckKind, string>> = {
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

/** A sign and a word: neither colour nor sign says it alone. */
const checkStates: Readonly<Record<Check['state'], string>> = {
  ok: '✓ proved',
  failed: '✗ failed',
  'not-checked': '– not checked',
};

/** Words of the page that a run's result is saved as. */
export const reportText = spoken({
  states,
  kinds: runKinds,
  checks,
  checkStates,
  errors: 'Errors',
  warnings: 'Warnings',
  figures: {
    tables: 'Tables',
    rows: 'Rows',
    data: 'Data',
    onDisk: 'On disk',
    inFiles: (bytes: string, files: string) => `${bytes} in ${files} files`,
    time: 'Time',
    stages: 'Where the time went',
    stageTimes: timesInWords,
    threads: 'Threads',
    lockHeld: 'Global lock held',
    retries: 'Rolled back and repeated',
    times: (count: string) => `${count} times`,
    settings: 'Settings of the target',
    notices: 'Notes',
  },
  next: {
    title: 'Next steps',
    resume: 'Resume',
    rollback: 'Roll back',
    follow: 'Start replication from the source',
  },
  table: 'Table',
  name: 'Name',
  kind: 'Kind',
  verified: 'Verified',
  objects: 'Views, routines, triggers and events',
  wholeRun: 'Checks of the whole run',
  layout: {
    title: 'Page layout',
    index: 'Index',
    unnamedIndex: (id: string) => `index ${id}`,
    fill: 'Fill',
    inOrder: 'In order',
    leafPages: 'Leaf pages',
    unknown: 'not known',
    before: (value: string) => `, before ${value}`,
  },
});
