import { spawn } from 'child_process';
import { childEnvironment } from '../catalog/connect/child-environment';
import { readWords } from '../contract/commands/command-line';
import type { SluiceError } from '../contract/failure';
import { profileFailures } from '../text/profiles';

/** A program may have to ask its user to unlock what it reads from. */
const PATIENCE_MS = 120_000;
const MOST_BYTES = 64 * 1024;

/**
 * Runs a command and returns its first line, where password managers print the password (pass(1)). It runs without a
 * shell, without our own passwords in its environment and with nothing to read. Its output is kept nowhere, on neither
 * stream. Fails with `password-unavailable`.
 */
export async function passwordOfCommand(command: string, patienceMs = PATIENCE_MS): Promise<string> {
  const read = readWords(command);
  if (read.kind === 'refused') throw profileFailures.commandRefused({ why: read.why });
  const [program, ...rest] = read.words;
  const printed = await outputOf(program, rest, patienceMs);
  const [line = ''] = printed.split(/\r?\n/);
  if (line === '') throw profileFailures.noPassword({ program });
  return line;
}

function outputOf(program: string, rest: readonly string[], patienceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      env: childEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const printed: Buffer[] = [];
    let bytes = 0;
    // The arguments are left out of its failures: nobody knows what they hold.
    const abort = (failure: SluiceError) => {
      clearTimeout(tooLate);
      // A process that it has started may hold the other end of the pipe for as long as it likes.
      child.stdout.destroy();
      child.kill('SIGKILL');
      reject(failure);
    };
    const tooLate = setTimeout(
      () => abort(profileFailures.programTooSlow({ program, seconds: Math.round(patienceMs / 1000) })),
      patienceMs,
    );
    child.stdout.on('data', (part: Buffer) => {
      printed.push(part);
      bytes += part.length;
      if (bytes > MOST_BYTES) abort(profileFailures.outputTooLong({ program }));
    });
    child.once('error', (error) => abort(profileFailures.programNotRun({ program, reason: error.message })));
    child.once('close', (code, signal) => {
      if (code === 0) {
        clearTimeout(tooLate);
        resolve(Buffer.concat(printed).toString('utf8'));
      } else abort(profileFailures.programFailed({ program, end: signal ?? String(code) }));
    });
  });
}
