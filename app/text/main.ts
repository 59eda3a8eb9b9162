import type { RunKind, RunState } from '../contract/runs/state';
import { failures } from './failures';
import { runKinds } from './runs/kinds';
import { spoken } from '../contract/language/spoken';

/** Failures of the shell around the window. */
export const mainFailures = failures({
  unknownRequest: {
    code: 'channel-refused',
    message: 'The window sent a request that does not exist.',
  },
  malformedRequest: {
    code: 'channel-refused',
    message: ({ request }: { readonly request: string }) =>
      `The request “${request}” has arguments of another form.`,
  },
  untrustedPage: { code: 'channel-refused', message: 'This page may not send requests to Sluice.' },
  unexpected: { code: 'internal', message: 'An unexpected error occurred.' },
  noCertificate: {
    code: 'usage',
    message: 'This run has written no certificate.',
  },
  folderNotChosen: { code: 'channel-refused', message: 'This folder was not chosen in a dialog.' },
  notSaved: {
    code: 'file-failed',
    message: ({ path, reason }: { readonly path: string; readonly reason: string }) =>
      `Could not save ${path}: ${reason}.`,
  },
  notALoad: { code: 'usage', message: 'This run is not a load.' },
  notAMigration: { code: 'usage', message: 'This run is not a migration.' },
  jobNotALoad: { code: 'usage', message: 'This job is not a load.' },
  jobNotAMigration: { code: 'usage', message: 'This job is not a migration.' },
  notReversible: { code: 'usage', message: 'Only a load or a migration can be rolled back.' },
  runNotEnded: { code: 'usage', message: 'The run has not ended.' },
  settingsRestored: {
    code: 'usage',
    message: 'These settings have been restored meanwhile, or their record was removed.',
  },
  noConnectionTo: {
    code: 'unknown-profile',
    message: ({ target }: { readonly target: string }) => `No saved connection leads to ${target}.`,
  },
  scheduleFromAppImage: {
    code: 'schedule-failed',
    message: 'A job can’t be scheduled from an AppImage.',
    hint: 'Install Sluice from its package, and schedule the job there.',
  },
  programNotAllowed: { code: 'cancelled', message: 'The program for the password was not allowed.' },
});

/** End of a run in a notification; none for one that its user cancelled. */
const ends: Readonly<Partial<Record<RunState, string>>> = {
  done: 'done',
  'done-with-warnings': 'done with warnings',
  incomplete: 'incomplete',
  failed: 'failed',
};

const english = {
  /** Reasons to refuse the sender of a request, for the log. */
  untrusted: {
    window: 'The sender is not a window of Sluice.',
    frame: 'The sender is a frame inside the window.',
    page: 'The sender shows a page that is not Sluice’s own.',
  },
  cantStart: 'Sluice can’t start',
  menu: {
    file: '&File',
    view: '&View',
    newDump: 'New dump',
    newLoad: 'New load',
    newMigration: 'New migration',
    openDump: 'Open dump folder…',
    settings: 'Settings',
    connections: 'Connections',
    runs: 'Runs',
    inspect: 'Inspect',
    jobs: 'Jobs',
    history: 'History',
    palette: 'Command palette',
    theme: 'Dark or light',
    mysqlManual: 'MySQL’s manual',
    mariadbManual: 'MariaDB’s documentation',
    dumpFormat: 'The dump format, in MySQL Shell’s manual',
  },
  choose: {
    dump: 'Choose a dump',
    dumpButton: 'Choose',
    script: 'Choose an SQL script, or a file of CSV, TSV, JSON Lines or XML',
    scriptFiles: 'SQL scripts, CSV, TSV',
    allFiles: 'All files',
    output: 'Choose an empty folder for the dump',
    outputFile: 'Choose a name for the script',
    outputButton: 'Dump here',
    dumpsFolder: 'Choose the folder for dumps',
    certificate: 'Choose a certificate or key',
    sshKey: 'Choose a private key for SSH',
    connections: 'Choose a file of connections',
    inspection: 'Choose an inspection',
    tablespace: 'Choose a tablespace file',
    job: 'Choose a job',
    optionFile: 'Choose an option file',
  },
  fileTypes: { tablespace: 'InnoDB tablespace', job: 'Sluice job', webPage: 'Web page' },
  program: {
    ask: (connection: string) => `Run a program for the password of ${connection}?`,
    explain: (command: string, server: string) =>
      `${command}\n\nThe password that it prints is sent to ${server}. It runs with your privileges each time Sluice signs in there, in jobs and on the command line too.`,
    refuse: 'Don’t run it',
    allow: 'Run it',
  },
  quit: {
    ask: (runs: number) => (runs === 1 ? 'A run is in progress.' : `${String(runs)} runs are in progress.`),
    explain:
      'A cancelled dump is removed from its folder. A load or migration can be resumed later, or rolled back.',
    stay: 'Keep running',
    cancel: (runs: number) => (runs === 1 ? 'Cancel it and quit' : 'Cancel them and quit'),
  },
  /** Null where no notification is needed. */
  ended: (kind: RunKind, state: RunState) => {
    const end = ends[state];
    return end === undefined ? null : `${runKinds[kind]} ${end}`;
  },
} as const;

/** Words of the shell: the menu, the system's dialogs, notifications. */
export const mainText = spoken(english);
