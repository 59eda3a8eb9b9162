import { spawn } from 'child_process';
import { childEnvironment } from '../catalog/connect/child-environment';
import { printToStderr } from './output/printable';
import { programText } from '../text/cli/program';

/** Facts that the command of `--on-failure` receives. */
export interface FailureNews {
  readonly job: string;
  readonly state: 'failed' | 'incomplete';
  /** One sentence without line ends. */
  readonly message: string;
}

/**
 * Runs the user's command for a failed job in a shell: the facts are in its environment and, for a mail, on its
 * standard input. No password of ours is in its environment. Its output goes to standard error, for standard output is
 * the run's own. Never fails: a command that could not be run is reported there too.
 */
export async function callFailureHook(command: string, news: FailureNews): Promise<void> {
  const problem = await runHook(command, news);
  if (problem !== null) printToStderr([programText.hookFailed(problem)]);
}

function runHook(command: string, news: FailureNews): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      env: { ...childEnvironment(), ...variablesOf(news) },
      stdio: ['pipe', process.stderr, process.stderr],
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : programText.hookEnded(code)));
    // A command that does not read is reported by its exit code.
    child.stdin.once('error', () => undefined);
    child.stdin.end(`${news.job}: ${news.state}\n${news.message}\n`);
  });
}

function variablesOf({ job, state, message }: FailureNews): NodeJS.ProcessEnv {
  return { SLUICE_JOB: job, SLUICE_STATE: state, SLUICE_MESSAGE: message };
}
