import { delimiter, isAbsolute } from 'path';
import type { SavedJob } from './saved-jobs';
import type { ScheduledCommand } from './schedule';
import { jobFailures } from '../text/runs/jobs';

/** Variables for the programs, folders and servers that a command line uses, and for its desktop's notifications. */
const KEPT_VARIABLES = [
  // ssh and the programs that give passwords are found by it: cron and systemd have a short one of their own.
  'PATH',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'TMPDIR',
  'TZDIR',
  'SLUICE_CACHE',
  'SLUICE_MYSQLD',
  'SLUICE_MARIADBD',
  'DBUS_SESSION_BUS_ADDRESS',
  // In the packed app: what makes Electron's program run as Node.
  'ELECTRON_RUN_AS_NODE',
] as const;

/** Values that mean none; the second is Chromium's for a session bus that it did not find. */
const NO_VALUES: readonly string[] = ['', 'disabled:'];

export interface CommandNeeds {
  /** The program that runs the command line, and its script. */
  readonly program: readonly [program: string, script: string];
  readonly environment: NodeJS.ProcessEnv;
  readonly isThere: (path: string) => boolean;
  /** An absolute path; null where no password is needed. */
  readonly optionFile: string | null;
  /** Shell command to run when the job fails; null for none. */
  readonly onFailure: string | null;
  /** True if a run refuses to start where the account can’t read all that the job takes. */
  readonly requireComplete: boolean;
}

/**
 * A job by its id, so that a renamed one stays scheduled; with the folders that it was found in. Fails with `usage` where a
 * word holds a line's end, which neither scheduler can carry.
 */
export function scheduledCommand({ id, name, setup }: SavedJob, needs: CommandNeeds): ScheduledCommand {
  const { program, environment, isThere, optionFile, onFailure, requireComplete } = needs;
  const kept = KEPT_VARIABLES.flatMap((variable) => {
    const value = variable === 'PATH' ? foldersOf(environment.PATH, isThere) : environment[variable];
    return value === undefined || NO_VALUES.includes(value) ? [] : [[variable, value] as const];
  });
  const words = [
    ...program,
    'run',
    id,
    ...(optionFile === null ? [] : ['--option-file', optionFile]),
    ...(requireComplete && (setup.kind === 'dump' || setup.kind === 'migrate') ? ['--require-complete'] : []),
    ...(onFailure === null ? [] : ['--on-failure', onFailure]),
    '--json',
  ];
  if ([...words, ...kept.map(([, value]) => value)].some((word) => /[\r\n]/.test(word)))
    throw jobFailures.severalLines();
  return { jobId: id, jobName: name, program: words, environment: Object.fromEntries(kept) };
}

/**
 * The folders of a search path that exist, each once. A scheduled run begins in another folder, where relative ones lead
 * elsewhere; and cron reads no long line.
 */
function foldersOf(path = '', isThere: CommandNeeds['isThere']): string {
  return [...new Set(path.split(delimiter).filter((folder) => isAbsolute(folder) && isThere(folder)))].join(
    delimiter,
  );
}
