import { formatEta } from '../../../contract/quantities';
import { counted } from '../../../contract/language/counted';
import { failures } from '../../failures';
import { spoken } from '../../../contract/language/spoken';
import { describeKept, type Keep } from '../../runs/jobs';

/** Failures of managing jobs by a command line. */
export const jobFailures = failures({
  unsavedServer: {
    code: 'usage',
    message: ({ server }: { readonly server: string }) =>
      `A job signs in by a saved connection, and “${server}” is none.`,
    hint: 'Save it (sluice connections add NAME DSN), and name it here.',
  },
  badName: { code: 'usage', message: 'A job’s name has from 1 to 80 characters.' },
  noDumps: { code: 'usage', message: 'Only a job that dumps has dumps to keep.' },
  keepWhich: {
    code: 'usage',
    message: 'Say which dumps stay.',
    hint: 'Give --last, or --daily and --weekly, or --all.',
  },
  proveWithoutJob: {
    code: 'usage',
    message: '--prove-every is for a dump that is saved as a job.',
    hint: 'Add --save-as-job NAME, or prove the dump afterwards: sluice prove DUMP.',
  },
  unreadable: {
    code: 'usage',
    message: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
      `${file} can’t be read: ${reason}`,
  },
  onceOnly: {
    code: 'usage',
    message: ({ option }: { readonly option: string }) =>
      `A job can’t be saved with ${option}, which is for one run.`,
    hint: 'Leave it out.',
  },
});

/** Words of saving jobs from a command line. */
export const saveJobText = spoken({
  option: 'save this as a job of that name, and run nothing',
  saved: (name: string) => `Saved the job “${name}”. Run it: sluice run "${name}"`,
});

/** Lines that the commands of jobs print. */
export const jobLines = spoken({
  kept: (job: string, keep: Keep) => `“${job}” keeps ${describeKept(keep)}.`,
  none: 'No jobs. Save one: sluice dump … --save-as-job NAME, or “Save as job…” in the window.',
  removed: (job: string) => `The job “${job}” is removed. Its dumps stay.`,
  added: (job: string, unsaved: readonly string[]) =>
    [
      `Added the job “${job}”.`,
      ...unsaved.map((server) => `It can run when “${server}” is a saved connection here.`),
    ].join(' '),
  neverRun: 'Never run',
  lastRun: (state: string, time: string) => `Last run: ${state} ${time}`,
  work: (what: string, threads: number) => `${what}, ${counted(threads, 'thread', 'threads')}`,
  renames: (what: string) => `Renames: ${what}`,
  takes: (what: string) => `Takes: ${what}`,
  folders: (pattern: string) => `Folders: ${pattern}`,
  folder: (path: string) => `Folder: ${path}`,
  keeps: (keep: Keep) => `Keeps ${describeKept(keep)}`,
  proves: (every: number) =>
    every === 1 ? 'Proves each dump by restoring it' : `Proves one of ${every} dumps by restoring it`,
  proved: (time: string, seconds: number) =>
    `  (proved ${time}, restore takes ${formatEta({ low: seconds * 1000, high: seconds * 1000 })})`,
  requiresComplete: 'Refuses to start where the account can’t read all of it',
  partial: '  (partial: no older dump goes for it)',
  partialLast: '  (partial)',
  goesNext: '  (goes with the next dump)',
  dumpOf: (server: string) => `Dump of ${server}`,
  loadInto: (server: string) => `Load into ${server}`,
  migration: (source: string, target: string) => `Migration from ${source} to ${target}`,
  verification: 'Verification of a dump’s files',
  comparison: (server: string) => `Comparison of ${server} with a dump`,
});
