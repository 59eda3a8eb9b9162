import { CommanderError } from 'commander';
import { failureOf } from '../engine/failures';
import { reminder, RESTORE_COMMAND } from './commands/restore-server-settings';
import { reportFailure } from './context';
import { exitCodeOfFailure, type ExitCode } from './exit';
import { watchOutput } from './interrupt';
import { respell } from './options/renamed';
import { newProgram } from './program';
import { printToStderr } from './output/printable';
import { programText } from '../text/cli/program';
import { usageFailures } from '../text/cli/usage';

/** Ends of commander's that are no errors, but for help that was printed where a command is missing. */
const IS_HELP: ReadonlySet<string> = new Set([
  'commander.help',
  'commander.helpDisplayed',
  'commander.version',
]);

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
  if (error instanceof CommanderError && IS_HELP.has(error.code)) {
    if (error.exitCode === 0) return 0;
    // The help is on the screen.
    if (json) reportFailure(json, usageFailures.commandMissing().failure);
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
