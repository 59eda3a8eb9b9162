import { parseArgs } from 'node:util';
import { SetupError } from './command.mjs';

/**
 * The options and words of a script's command line, as node:util's parseArgs gives them. `--help` prints `usage` and
 * ends the process; an option that isn't in `options`, or a word where `words` is false, is refused with `usage`.
 */
export function readArguments(usage, options = {}, { words = false } = {}) {
  const argv = process.argv.slice(2);
  answerHelp(usage, argv);
  try {
    return parseArgs({ args: argv, options, allowPositionals: words });
  } catch (error) {
    throw new SetupError(`${error.message}\n${usage}`);
  }
}

/** Prints `usage` and ends the process if `argv` asks for it. */
export function answerHelp(usage, argv = process.argv.slice(2)) {
  if (!argv.includes('--help') && !argv.includes('-h')) return;
  console.log(usage);
  process.exit(0);
}
