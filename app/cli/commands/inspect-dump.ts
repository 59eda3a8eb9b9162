import { InvalidArgumentError, type Command } from 'commander';
import type { ReadingChoices } from '../../contract/commands/input';
import type { DumpContents } from '../../contract/runs/dump-folder';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../../contract/runs/options';
import { suitableThreads } from '../../engine/threads';
import { readContents } from '../../load/summary';
import { groups } from '../../text/cli/groups';
import { inspectDumpHelp } from '../../text/cli/help/pages/inspect-dump';
import { openCommandEngine } from '../context';
import type { ExitCode } from '../exit';
import { takes } from '../../text/cli/usage';
import { addInputOptions, toInput, type InputArguments } from '../options/input';
import { dumpSummaryLines } from '../output/dump-summary-lines';
import { dumpOf } from '../options/dump';
import { withDump } from '../standard-input';
import { printLines } from '../output/printable';

interface InspectDumpArguments extends InputArguments {
  readonly rows?: number;
  readonly json: boolean;
}

export function addInspectDumpCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('inspect-dump')
    .description(inspectDumpHelp.commands.inspectDump)
    .argument('<dump...>', inspectDumpHelp.dump);
  addInputOptions(command)
    .optionsGroup(groups.output)
    .option('--rows <n>', inspectDumpHelp.options.rows, parseRows)
    .option('--json', inspectDumpHelp.options.json, false)
    .addHelpText('after', inspectDumpHelp.after)
    .action(async (dumps: readonly string[], options: InspectDumpArguments) => {
      const contents = await contentsOf(await dumpOf(dumps), toInput(options), options.rows ?? null);
      printLines(options.json ? [JSON.stringify(contents)] : dumpSummaryLines(contents));
      finish(contents.problems.length > 0 ? 5 : 0);
    });
}

/** @param dump `-` is standard input */
async function contentsOf(
  dump: string,
  input: ReadingChoices | undefined,
  rows: number | null,
): Promise<DumpContents> {
  const engine = openCommandEngine();
  const limits = { threads: suitableThreads(), memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES };
  return await withDump(dump, { engine, input, limits }, ({ path }) =>
    readContents({ folder: path, engine, input }, rows),
  );
}

/** As many as the window shows. */
const MOST_ROWS = 50;

/** Reads a number of rows, which may be none. */
function parseRows(text: string): number {
  const rows = Number(text);
  if (!/^\d+$/.test(text) || rows > MOST_ROWS) throw new InvalidArgumentError(takes.rows(MOST_ROWS));
  return rows;
}
