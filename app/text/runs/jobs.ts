import { counted } from '../../contract/language/counted';
import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Retention of a job's dumps: all, the last ones, or one of each day and week. */
export type Keep = null | number | { readonly daily: number; readonly weekly: number };

/** Retention of a job, as the end of a sentence. */
export function describeKept(keep: Keep): string {
  if (keep === null) return 'all its dumps';
  if (typeof keep === 'number') return keep === 1 ? 'its last dump' : `its last ${keep} dumps`;
  return `a dump of each of the last ${counted(keep.daily, 'day', 'days')} and ${counted(keep.weekly, 'week', 'weeks')}`;
}

/** Reasons why a dump does not stand for older ones, with their remedies. */
const lacks = {
  nothing: {
    reason: 'nothing was taken but empty schemas',
    remedy: 'Look at whether the schemas should be empty.',
  },
  unreadable: {
    reason: 'the account could not read all that was selected',
    remedy: 'Grant what the other warnings name, and run the job again.',
  },
} as const;

/** Failures of saved jobs and their schedules, with their codes. */
export const jobFailures = failures({
  // Saved jobs
  unknownJob: {
    code: 'unknown-job',
    message: ({ name }: { readonly name: string }) => `There is no saved job “${name}”.`,
  },
  noProgram: {
    code: 'schedule-failed',
    message: ({ program }: { readonly program: string }) => `This machine has no program “${program}”.`,
    hint: ({ program }: { readonly program: string }) =>
      program === 'crontab'
        ? 'Install cron (the package cron or cronie), then schedule the job again.'
        : 'Schedule the job on a machine with systemd or cron.',
  },
  nameTaken: {
    code: 'usage',
    message: ({ name }: { readonly name: string }) => `A job “${name}” already exists.`,
    hint: 'Choose another name.',
  },
  otherFormat: {
    code: 'usage',
    message: 'A job can’t write another format than the dump folder: its older dumps could not be removed.',
    hint: 'Save the job with the Sluice folder, and convert its dumps with sluice convert.',
  },
  rollback: { code: 'usage', message: 'Rolling a load back can’t be a job.' },
  noExportedJob: {
    code: 'usage',
    message: 'This file holds no job of Sluice.',
    hint: 'Choose a file that was exported from a job.',
  },

  // Runs
  dumpsNotRemoved: {
    code: 'file-failed',
    message: ({ reason }: { readonly reason: string }) =>
      `Older dumps of this job could not be removed: ${reason}`,
  },
  olderDumpsKept: {
    code: 'dump-lacks',
    message: ({
      lack,
      keep,
      count,
    }: {
      readonly lack: keyof typeof lacks;
      readonly keep: Keep;
      readonly count: number;
    }) =>
      `Older dumps were kept, and there are ${count} now, though the job keeps ${describeKept(keep)}: ${lacks[lack].reason}.`,
    hint: ({ lack }: { readonly lack: keyof typeof lacks }) =>
      `${lacks[lack].remedy} The next whole dump counts again, and the oldest ones go; until then each run adds one, and the disk fills. If nothing more is to be dumped, save a job with a selection of just that, and remove the older folders by hand.`,
  },

  // Schedules
  noTime: {
    code: 'usage',
    message: ({ text }: { readonly text: string }) => `“${text}” is no time of day: write it as 02:30.`,
  },
  noDay: {
    code: 'usage',
    message: ({ text }: { readonly text: string }) => `“${text}” names no day: write it as “Sun 02:30”.`,
  },
  severalLines: { code: 'usage', message: 'What is scheduled has to stand in one line.' },
  longCronLine: {
    code: 'usage',
    message: ({ bytes, most }: { readonly bytes: number; readonly most: number }) =>
      `The line for cron has ${bytes} bytes, and cron runs no more than ${most}.`,
    hint: 'The line carries the folders that XDG_… variables and TMPDIR name: choose shorter ones, or schedule the job with systemd.',
  },
  schedulerFailed: {
    code: 'schedule-failed',
    message: ({ command, reason }: { readonly command: string; readonly reason: string }) =>
      `${command}: ${reason}`,
  },
  mayRunTwice: {
    code: 'schedule-failed',
    message: ({
      job,
      kind,
      other,
      reason,
    }: {
      readonly job: string;
      readonly kind: string;
      readonly other: string;
      readonly reason: string;
    }) =>
      `“${job}” is scheduled with ${kind}, but whether ${other} runs it too is not certain: what it may have there could not be removed. ${reason}`,
    hint: 'Mend what the scheduler complains of, then schedule the job again.',
  },
  stopsAtLogout: {
    code: 'needs-lingering',
    message: ({ user }: { readonly user: string }) =>
      `Jobs that systemd runs for ${user} run only while ${user} is logged in: systemd stops a user’s timers at logout.`,
    hint: ({ user }: { readonly user: string }) => `Run once: loginctl enable-linger ${user}`,
  },
  staysScheduled: {
    code: 'schedule-failed',
    message: ({ job, reason }: { readonly job: string; readonly reason: string }) =>
      `The job “${job}” was not removed, for its schedule could not be: ${reason}`,
    hint: 'Mend what the scheduler complains of, then remove the job again.',
  },
  schedulerEnded: {
    code: 'schedule-failed',
    message: ({ command, exitCode }: { readonly command: string; readonly exitCode: number | null }) =>
      `${command}: it ended with ${String(exitCode)}`,
  },
});

/** Other sentences of saved jobs. */
export const jobText = spoken({
  spared: (folder: string, keep: Keep) =>
    `Kept ${folder} for now, though the job keeps ${describeKept(keep)}: it is being read. A later run of the job removes it.`,
  removed: (folder: string, keep: Keep) => `Removed ${folder}: the job keeps ${describeKept(keep)}.`,
});
