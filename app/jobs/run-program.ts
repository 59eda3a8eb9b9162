import { spawn } from 'child_process';
import { childEnvironment } from '../catalog/connect/child-environment';
import { jobFailures } from '../text/runs/jobs';

export interface ProgramChoices {
  /** Standard input. */
  readonly input?: string;
  /** Time after which it is ended; absent for none. */
  readonly timeoutMs?: number;
}

/** @returns what it printed; fails with `schedule-failed` and what it complained of */
export function runProgram(
  program: string,
  args: readonly string[],
  { input = '', timeoutMs }: ProgramChoices = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = [program, ...args].join(' ');
    const fail = (reason: string) => reject(jobFailures.schedulerFailed({ command, reason: reason.trim() }));
    const child = spawn(program, args, { env: childEnvironment(), stdio: 'pipe', timeout: timeoutMs });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') reject(jobFailures.noProgram({ program }));
      else fail(error.message);
    });
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else if (complaint === '') reject(jobFailures.schedulerEnded({ command, exitCode: code }));
      else fail(complaint);
    });
    // A program that ends without reading is reported by its exit code.
    child.stdin.once('error', () => undefined);
    child.stdin.end(input);
  });
}
