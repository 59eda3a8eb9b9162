import { spawn, type ChildProcess } from 'child_process';
import { readFile } from 'fs/promises';
import { resolve } from 'path';
import type { ScriptResult } from './result';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');

/** Exit code and output of a finished command. */
export interface CommandRun {
  readonly exitCode: number | null;
  readonly result: ScriptResult & { readonly type: string };
  /** All that it printed, on both streams. */
  readonly output: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  /** Resolves when what fits has been printed, on either stream. */
  printed(pattern: RegExp): Promise<void>;
  readonly ended: Promise<CommandRun>;
}

/**
 * Starts the built command line in a process of its own, as a script does, without a terminal. `through` is a command
 * that runs the one behind it, under a limit for instance, or makes another command of it.
 */
export function startSluice(
  arguments_: readonly string[],
  environment: Readonly<Record<string, string>>,
  through: readonly string[] | ((words: readonly string[]) => readonly string[]) = [],
  cli = CLI,
): RunningCommand {
  const words = [process.execPath, cli, ...arguments_];
  const [program = '', ...rest] = typeof through === 'function' ? through(words) : [...through, ...words];
  const child = spawn(program, rest, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const tellAll = () => {
    for (const tell of waiting) tell();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    tellAll();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    tellAll();
  });
  const ended = new Promise<CommandRun>((resolveEnd, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      tellAll();
      resolveEnd({
        exitCode,
        output: stdout + stderr,
        // Read when it is asked for: not every command ends in a JSON object.
        get result() {
          return lastObject(stdout);
        },
      });
    });
  });
  const printed = (pattern: RegExp) =>
    new Promise<void>((found, reject) => {
      const look = () => {
        if (pattern.test(stdout) || pattern.test(stderr)) found();
        else if (child.exitCode !== null)
          reject(new Error(`It ended without printing ${pattern}:\n${stdout}${stderr}`));
        else return;
        waiting.delete(look);
      };
      waiting.add(look);
      look();
    });
  return { process: child, printed, ended };
}

/** Returns whether the command stands still, as a debugger or SIGSTOP makes it (proc(5)). */
export async function isStopped({ process: { pid } }: RunningCommand): Promise<boolean> {
  return /^\d+ \(.*\) T /.test(await readFile(`/proc/${String(pid)}/stat`, 'utf8'));
}

export async function runSluice(
  arguments_: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  return await startSluice(arguments_, environment).ended;
}

function lastObject(stdout: string): CommandRun['result'] {
  const line = stdout.trimEnd().split('\n').pop() ?? '';
  try {
    return JSON.parse(line) as CommandRun['result'];
  } catch {
    throw new Error(`The last line is no JSON object: ${line}`);
  }
}
