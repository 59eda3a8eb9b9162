import { createInterface } from 'readline';
import { Writable } from 'stream';
import { printable } from './output/printable';
import { programText } from '../text/cli/program';
import { usageFailures } from '../text/cli/usage';

/** Returns whether there is a terminal to ask on. */
export function canPrompt(): boolean {
  return process.stdin.isTTY;
}

/**
 * Asks for a password on the terminal without showing it. Without a terminal there is nobody to ask: then the
 * password is empty, and a server that wants one says so.
 */
export async function promptPassword(server: string): Promise<string> {
  if (!canPrompt()) return '';
  process.stderr.write(printable(programText.password(server)));
  const silent = new Writable({ write: (_chunk, _encoding, done: () => void) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.question('', resolve);
      const refuse = () => reject(usageFailures.noPassword());
      // A terminal that closes ends its input, and would leave the question unanswered.
      lines.once('SIGINT', refuse).once('close', refuse);
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
