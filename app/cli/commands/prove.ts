import { resolve } from 'path';
import { Option, type Command } from 'commander';
import type { ReadingChoices } from '../../contract/commands/input';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../../contract/runs/options';
import { suitableThreads } from '../../engine/threads';
import { checkCertificate } from '../../prove/certificate/check';
import { certificatePlaces } from '../../prove/certificate/places';
import type { ServerWish } from '../../prove/server-choice';
import { groups } from '../../text/cli/groups';
import { proveHelp } from '../../text/cli/help/move/prove';
import { runsText } from '../../text/runs/runs';
import { proveFailures } from '../../text/prove';
import { openCommandEngine, openContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { interruptible } from '../interrupt';
import { addInputOptions, toInput, type InputArguments } from '../options/input';
import { parseMemoryLimit, parseThreads, parseWish } from '../options/arguments';
import { resolveServer } from '../options/server';
import { printCheck } from '../output/certificate-lines';
import { follow } from '../run';
import { assertPiped, withDump } from '../standard-input';
import { dumpOf } from '../options/dump';
import { STANDARD_INPUT } from '../../engine/words/spooled-input';

interface ProveArguments extends InputArguments {
  readonly for?: ServerWish;
  readonly certificate?: string;
  readonly source?: string;
  readonly check?: string;
  readonly threads: number;
  readonly memoryLimit: number;
  readonly optionFile?: string;
  readonly json: boolean;
}

export function addProveCommand(program: Command, finish: (code: ExitCode) => void): void {
  const { options } = proveHelp;
  const command = program
    .command('prove')
    .description(proveHelp.commands.prove)
    .argument('<dump...>', proveHelp.arguments.dump)
    .optionsGroup(groups.places)
    .option('--for <version>', options.for, parseWish)
    .option('--source <dsn>', options.source)
    .option('--certificate <file>', options.certificate);
  addInputOptions(command)
    .optionsGroup(groups.verification)
    .addOption(
      new Option('--check <file>', options.check).conflicts(['for', 'source', 'certificate', 'optionFile']),
    )
    .optionsGroup(groups.speed)
    .option('--threads <n>', options.threads, parseThreads, suitableThreads())
    .option('--memory-limit <size>', options.memoryLimit, parseMemoryLimit, DEFAULT_MEMORY_LIMIT_BYTES)
    .optionsGroup(groups.output)
    .option('--option-file <file>', options.optionFile)
    .option('--json', options.json, false)
    .addHelpText('after', proveHelp.after)
    .action(async (dumps: readonly string[], given: ProveArguments) =>
      finish(await runProve(await dumpOf(dumps), given)),
    );
}

/** @param dump `-` is standard input */
async function runProve(dump: string, given: ProveArguments): Promise<ExitCode> {
  const input = toInput(given);
  if (dump === STANDARD_INPUT) assertPiped();
  if (given.check !== undefined) return await check(resolve(given.check), dump, input, given.json);
  if (dump === STANDARD_INPUT && given.certificate === undefined)
    throw proveFailures.placeUnnamed({ dump: runsText.standardInput });
  const { threads, memoryLimit } = given;
  const limits = { threads, memoryLimitBytes: memoryLimit };
  return await withDump(dump, { engine: openCommandEngine(), input, limits }, ({ path, memoryLimitBytes }) =>
    proveAt(path, input, { ...given, memoryLimit: memoryLimitBytes }),
  );
}

async function proveAt(
  dump: string,
  input: ReadingChoices | undefined,
  given: ProveArguments,
): Promise<ExitCode> {
  const { source, optionFile, threads, memoryLimit } = given;
  const compared =
    source === undefined ? null : await resolveServer({ server: source, role: 'source', optionFile });
  const { registry, console } = openContext(given.json);
  const header = registry.startProof({
    folder: dump,
    input,
    wish: given.for ?? null,
    certificate: certificatePlaces(dump, given.certificate === undefined ? null : resolve(given.certificate)),
    source: compared?.endpoint ?? null,
    sourceName: compared?.name ?? null,
    threads,
    memoryLimitBytes: memoryLimit,
  });
  return exitCodeOf(await follow(registry, header, console));
}

/** Exit code 1 where the files differ, as of a failed verification. */
async function check(
  certificate: string,
  dump: string,
  input: ReadingChoices | undefined,
  json: boolean,
): Promise<ExitCode> {
  const checked = await interruptible((cancellation) =>
    checkCertificate(certificate, dump, input, cancellation),
  );
  printCheck(checked, json);
  return checked.ok ? 0 : 1;
}
