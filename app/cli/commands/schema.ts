import type { Command } from 'commander';
import { SluiceError } from '../../contract/failure';
import { jsonSchemaOf, OUTPUT_LINES } from '../../contract/output/schemas';
import type { ExitCode } from '../exit';
import { schemaHelp } from '../../text/cli/help/own/schema';

export function addSchemaCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('schema <command...>')
    .description(schemaHelp.commands.schema)
    .addHelpText('after', schemaHelp.after)
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
