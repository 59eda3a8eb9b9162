import type { Command } from 'commander';
import { jsonSchemaOf, OUTPUT_LINES } from '../../contract/output/schemas';
import type { ExitCode } from '../exit';
import { schemaHelp } from '../../text/cli/help/own/schema';
import { usageFailures } from '../../text/cli/usage';

export function addSchemaCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('schema <command...>')
    .description(schemaHelp.commands.schema)
    .addHelpText('after', schemaHelp.after)
    .action((words: readonly string[]) => {
      const command = words.join(' ');
      const schema = jsonSchemaOf(command);
      if (schema === null) throw usageFailures.noJsonCommand({ command, known: Object.keys(OUTPUT_LINES) });
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
      finish(0);
    });
}
