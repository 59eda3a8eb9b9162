import { SluiceError } from '../contract/failure';
import type { SavedJob } from './saved-jobs';
import type { ScheduledCommand } from './schedule';

/** The folders that a command line uses, and what its desktop is told through. */
const KEPT_VARIABLES = [
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'SLUICE_CACHE',
  'DBUS_SESSION_BUS_ADDRESS',
  // In the packed app: what makes Electron's program run as Node.
  'ELECTRON_RUN_AS_NODE',
] as const;

/** The second is what Chromium puts for a session bus that it did not find. */
const NO_VALUES: readonly string[] = ['', 'disabled:'];

export interface CommandNeeds {
  /** What runs the command line: a program, and the script that it runs. */
  readonly program: readonly [program: string, script: string];
  readonly environment: NodeJS.ProcessEnv;
  /** An absolute path; null where no password is needed. */
  readonly optionFile: string | null;
  /** What is run when the job fails, for a shell; null for nothing. */
  readonly onFailure: string | null;
  /** Whether a run refuses to start where the account can’t read all that the job takes. */
  readonly requireComplete: boolean;
}

/**
 * A job by its id, so that a renamed one stays scheduled; with the folders that it was found in. Fails with `usage` where a
 * word holds a line's end, which neither scheduler can carry.
 */
export function scheduledCommand({ id, name, setup }: SavedJob, needs: CommandNeeds): ScheduledCommand {
  const { program, environment, optionFile, onFailure, requireComplete } = needs;
  const kept = KEPT_VARIABLES.flatMap((variable) => {
    const value = environment[variable];
    return value === undefined || NO_VALUES.includes(value) ? [] : [[variable, value] as const];
  });
  const words = [
    ...program,
    ...['run', id],
    ...(optionFile === null ? [] : ['--option-file', optionFile]),
    ...(requireComplete && setup.kind !== 'load' ? ['--require-complete'] : []),
    ...(onFailure === null ? [] : ['--on-failure', onFailure]),
    '--json',
  ];
  if ([...words, ...kept.map(([, value]) => value)].some((word) => /[\r\n]/.test(word)))
    throw new SluiceError('usage', 'What is scheduled has to stand in one line.');
  return { jobId: id, jobName: name, program: words, environment: Object.fromEntries(kept) };
}
