import { spawn } from 'child_process';
import { childEnvironment } from '../catalog/connect/child-environment';
import type { Access } from '../catalog/connect/endpoint';
import { readWords } from '../contract/commands/command-line';
import type { SluiceError } from '../contract/failure';
import { PasswordRenewal } from '../engine/sign-in/password-renewal';
import { profileFailures } from '../text/profiles';

/** A program may have to ask its user to unlock what it reads from. */
const PATIENCE_MS = 120_000;
const MOST_BYTES = 64 * 1024;
/** Factors that an account of MySQL can have. */
const MOST_FACTORS = 3;

/**
 * Runs a command and returns its first line, where password managers print the password (pass(1)). It runs without a
 * shell, without our own passwords in its environment and with nothing to read. Its output is kept nowhere, on neither
 * stream. Fails with `password-unavailable`.
 */
export async function passwordOfCommand(command: string, patienceMs = PATIENCE_MS): Promise<string> {
  const [password = ''] = await passwordsOfCommand(command, patienceMs);
  return password;
}

/**
 * The same with the lines that follow: the passwords of the second and the third factor, for an account that has them.
 * They are sent to a server that asks for them, and to no other.
 */
async function passwordsOfCommand(command: string, patienceMs = PATIENCE_MS): Promise<readonly string[]> {
  const read = readWords(command);
  if (read.kind === 'refused') throw profileFailures.commandRefused({ why: read.why });
  const [program, ...rest] = read.words;
  const printed = await outputOf(program, rest, patienceMs);
  const lines = printed.split(/\r?\n/);
  if (lines[0] === '' || lines[0] === undefined) throw profileFailures.noPassword({ program });
  const most = lines.slice(0, MOST_FACTORS);
  // Nothing follows the last line's end.
  while (most[most.length - 1] === '') most.pop();
  return most;
}

/** Access by the passwords of a command, which is run again before they expire. */
export async function accessByCommand(command: string): Promise<Access> {
  let further: readonly string[] = [];
  const renewal = await PasswordRenewal.begin(async () => {
    const [password = '', ...others] = await passwordsOfCommand(command);
    further = others;
    return password;
  });
  return { password: renewal.latest, furtherPasswords: further, renewal };
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
