import type { Command } from 'commander';
import type { ReadingChoices } from '../../contract/commands/input';
import type { DumpSummary } from '../../contract/runs/dump-folder';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../../contract/runs/options';
import { suitableThreads } from '../../engine/threads';
import { summarize } from '../../load/summary';
import { groups } from '../../text/cli/groups';
import { inspectDumpHelp } from '../../text/cli/help/pages/inspect-dump';
import { openCommandEngine } from '../context';
import type { ExitCode } from '../exit';
import { addInputOptions, toInput, type InputArguments } from '../options/input';
import { dumpSummaryLines } from '../output/dump-summary-lines';
import { dumpOf } from '../options/dump';
import { withDump } from '../standard-input';
import { printLines } from '../output/printable';

interface InspectDumpArguments extends InputArguments {
  readonly json: boolean;
}

export function addInspectDumpCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('inspect-dump')
    .description(inspectDumpHelp.commands.inspectDump)
    .argument('<dump...>', inspectDumpHelp.dump);
  addInputOptions(command)
    .optionsGroup(groups.output)
    .option('--json', inspectDumpHelp.options.json, false)
    .addHelpText('after', inspectDumpHelp.after)
    .action(async (dumps: readonly string[], options: InspectDumpArguments) => {
      const summary = await summaryOf(await dumpOf(dumps), toInput(options));
      printLines(options.json ? [JSON.stringify(summary)] : dumpSummaryLines(summary));
      finish(summary.problems.length > 0 ? 5 : 0);
    });
}

/** @param dump `-` is standard input */
async function summaryOf(dump: string, input: ReadingChoices | undefined): Promise<DumpSummary> {
  const engine = openCommandEngine();
  const limits = { threads: suitableThreads(), memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES };
  return await withDump(dump, { engine, input, limits }, ({ path }) =>
    summarize({ folder: path, engine, input }),
  );
}
