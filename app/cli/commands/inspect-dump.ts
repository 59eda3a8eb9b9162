import { resolve } from 'path';
import type { Command } from 'commander';
import { summarize } from '../../load/summary';
import { groups } from '../../text/cli/groups';
import { inspectDumpHelp } from '../../text/cli/help/pages/inspect-dump';
import { openCommandEngine } from '../context';
import type { ExitCode } from '../exit';
import { addInputOptions, toInput, type InputArguments } from '../options/input';
import { dumpSummaryLines } from '../output/dump-summary-lines';
import { printLines } from '../output/printable';

interface InspectDumpArguments extends InputArguments {
  readonly json: boolean;
}

export function addInspectDumpCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('inspect-dump')
    .description(inspectDumpHelp.commands.inspectDump)
    .argument('<dump>', inspectDumpHelp.dump);
  addInputOptions(command)
    .optionsGroup(groups.output)
    .option('--json', inspectDumpHelp.options.json, false)
    .addHelpText('after', inspectDumpHelp.after)
    .action(async (dump: string, options: InspectDumpArguments) => {
      const input = toInput(options);
      const summary = await summarize({ folder: resolve(dump), engine: openCommandEngine(), input });
      printLines(options.json ? [JSON.stringify(summary)] : dumpSummaryLines(summary));
      finish(summary.problems.length > 0 ? 5 : 0);
    });
}
