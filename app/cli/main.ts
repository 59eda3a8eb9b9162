import { CommanderError } from 'commander';
import { SluiceError } from '../contract/failure';
import { failureOf } from '../engine/failures';
import { reminder, RESTORE_COMMAND } from './commands/restore-server-settings';
import { reportFailure } from './context';
import { exitCodeOfFailure, type ExitCode } from './exit';
import { watchOutput } from './interrupt';
import { respell } from './options/renamed';
import { newProgram } from './program';
import { printToStderr } from './output/printable';
import { programText } from '../text/cli/program';

/** Reads the arguments, runs one command and gives its exit code. */
async function run(argv: readonly string[]): Promise<ExitCode> {
  const { words, hints } = respell(argv);
  let code: ExitCode = 0;
  const program = newProgram((ended) => {
    code = ended;
  });
  // A usage error comes before all else.
  if (words[0] !== RESTORE_COMMAND) program.hook('preAction', remind);
  try {
    printToStderr(hints.map((hint) => programText.hint(hint)));
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, argv.includes('--json'));
  }
}

/**
 * Prints the reminder on the stream that no script reads; a record that can't be read now is reported by the command
 * that needs it.
 */
async function remind(): Promise<void> {
  const words = await reminder().catch(() => null);
  if (words !== null) printToStderr([programText.warning(words)]);
}

function failed(error: unknown, json: boolean): ExitCode {
  if (error instanceof CommanderError) {
    // Commander has said it already; --help and --version are no errors.
    if (error.exitCode === 0) return 0;
    if (json) reportFailure(true, new SluiceError('usage', error.message).failure);
    return 2;
  }
  const failure = failureOf(error);
  reportFailure(json, failure);
  return exitCodeOfFailure(failure);
}

watchOutput();
run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    printToStderr([String(error)]);
    process.exitCode = 1;
  },
);
