import { spawn } from 'child_process';
import { childEnvironment } from '../catalog/connect/child-environment';
import { readWords } from '../contract/commands/command-line';
import { SluiceError } from '../contract/failure';

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
  if (read.kind === 'refused') throw refusedCommand(read.why);
  const [program, ...rest] = read.words;
  const printed = await outputOf(program, rest, patienceMs);
  const [line = ''] = printed.split(/\r?\n/);
  if (line === '') throw unavailable(program, 'has printed no password');
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
    const abort = (reason: string) => {
      clearTimeout(tooLate);
      // Whoever it has started may hold the other end of the pipe for as long as it likes.
      child.stdout.destroy();
      child.kill('SIGKILL');
      reject(unavailable(program, reason));
    };
    const tooLate = setTimeout(
      () => abort(`has not ended within ${Math.round(patienceMs / 1000)} s`),
      patienceMs,
    );
    child.stdout.on('data', (part: Buffer) => {
      printed.push(part);
      bytes += part.length;
      if (bytes > MOST_BYTES) abort('prints more than any password');
    });
    child.once('error', (error) => abort(`can’t be run: ${error.message}`));
    child.once('close', (code, signal) => {
      if (code === 0) {
        clearTimeout(tooLate);
        resolve(Buffer.concat(printed).toString('utf8'));
      } else abort(`has ended with ${signal ?? String(code)}`);
    });
  });
}

const REFUSALS = {
  empty: 'The command for the password names no program.',
  'open-quote': 'The command for the password has a quote that is not closed.',
  'needs-shell': 'The command for the password is run without a shell, which alone could carry this one out.',
} as const;

function refusedCommand(why: keyof typeof REFUSALS): SluiceError {
  return new SluiceError('password-unavailable', REFUSALS[why], {
    hint: "Quote what is meant as it stands, or have a shell run it: sh -c '…'.",
  });
}

/** The arguments are left out: nobody knows what they hold. */
function unavailable(program: string, reason: string): SluiceError {
  return new SluiceError('password-unavailable', `The program for the password, ${program}, ${reason}.`, {
    hint: 'Run the command in a terminal: it has to print the password and end with 0.',
  });
}
