import { spawn } from 'child_process';
import { childEnvironment } from '../catalog/connect/child-environment';
import { tellLines } from './output/printable';

/** What the command of `--on-failure` is told. */
export interface FailureNews {
  readonly job: string;
  readonly state: 'failed' | 'incomplete';
  /** One sentence without line ends. */
  readonly message: string;
}

/**
 * Has a shell run what the user wants done when a job fails: the news are in its environment and, for a mail, on its
 * standard input. No password of ours is in its environment. What it prints goes to standard error, for standard output
 * is the run's own. Never fails: that it could not be run is told there too.
 */
export async function callFailureHook(command: string, news: FailureNews): Promise<void> {
  const problem = await runHook(command, news);
  if (problem !== null) tellLines([`The command of --on-failure failed: ${problem}`]);
}

function runHook(command: string, news: FailureNews): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      env: { ...childEnvironment(), ...variablesOf(news) },
      stdio: ['pipe', process.stderr, process.stderr],
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : `it ended with ${String(code)}`));
    // One that does not read is told of by its exit code.
    child.stdin.once('error', () => undefined);
    child.stdin.end(`${news.job}: ${news.state}\n${news.message}\n`);
  });
}

function variablesOf({ job, state, message }: FailureNews): NodeJS.ProcessEnv {
  return { SLUICE_JOB: job, SLUICE_STATE: state, SLUICE_MESSAGE: message };
}
