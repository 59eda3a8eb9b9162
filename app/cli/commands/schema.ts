import type { Command } from 'commander';
import { SluiceError } from '../../contract/failure';
import { jsonSchemaOf, OUTPUT_LINES } from '../../contract/output/schemas';
import type { ExitCode } from '../exit';

export function addSchemaCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('schema <command...>')
    .description('Print the JSON schema of the lines that a command prints with --json.')
    .addHelpText('after', EXAMPLES)
    .action((words: readonly string[]) => {
      const command = words.join(' ');
      const schema = jsonSchemaOf(command);
      if (schema === null)
        throw new SluiceError('usage', `“${command}” is no command with --json.`, {
          hint: `There are ${Object.keys(OUTPUT_LINES).join(', ')}.`,
        });
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
      finish(0);
    });
}

const EXAMPLES = `
With --json a command prints one JSON object a line. The last line of a run has the type "result", whatever happened; so has
the line of any command that failed.

Examples:
  sluice schema dump
  sluice schema history show`;
