import { resolve } from 'path';
import type { Command } from 'commander';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../../contract/options';
import { parseMemoryLimit, parseSchemaMap, parseThreads } from '../arguments';
import { openContext, type CommandContext } from '../context';
import { exitCodeOf, type ExitCode } from '../exit';
import { follow } from '../run';
import { resolveServer } from '../server';

interface VerifyArguments {
  readonly dump: string;
  readonly target?: string;
  readonly schemaMap: Readonly<Record<string, string>>;
  readonly threads: number;
  readonly memoryLimit: number;
  readonly optionFile?: string;
  readonly json: boolean;
}

const DEFAULT_THREADS = 4;

export function addVerifyCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('verify')
    .description('Check every file of a dump against its digest, or a server against a dump.')
    .requiredOption('--dump <dir>', 'folder that holds the dump')
    .option('--target <dsn>', 'compare this server’s rows and definitions with the dump instead of the files')
    .option('--schema-map <pairs>', 'other schema names on the target, as OLD=NEW', parseSchemaMap, {})
    .option('--threads <n>', 'files that are read at once', parseThreads, DEFAULT_THREADS)
    .option(
      '--memory-limit <size>',
      'engine memory that the verification may hold, such as 256MiB',
      parseMemoryLimit,
      DEFAULT_MEMORY_LIMIT_BYTES,
    )
    .option('--option-file <file>', 'option file whose [client] group holds the password')
    .option('--json', 'one JSON object per line, the last one the result', false)
    .addHelpText('after', EXAMPLES)
    .action(async (options: VerifyArguments) => finish(await runVerify(options)));
}

const EXAMPLES = `
Examples:
  sluice verify --dump /backups/shop
  SLUICE_PASSWORD=… sluice verify --dump /backups/shop --target mysql://root@db2:3306 --schema-map shop=shop_copy`;

async function runVerify(options: VerifyArguments): Promise<ExitCode> {
  const context = openContext(options.json);
  const folder = resolve(options.dump);
  if (options.target !== undefined) return await compare(context, folder, options.target, options);
  const header = context.registry.startVerify({
    folder,
    threads: options.threads,
    memoryLimitBytes: options.memoryLimit,
  });
  return exitCodeOf(await follow(context.registry, header, context.console));
}

async function compare(
  { registry, console }: CommandContext,
  folder: string,
  target: string,
  { optionFile, schemaMap }: VerifyArguments,
): Promise<ExitCode> {
  const { name, endpoint, profile } = await resolveServer({ server: target, role: 'target', optionFile });
  const header = registry.startCompare(
    name,
    { endpoint, folder, schemaMap },
    { profileId: profile?.id ?? null },
  );
  return exitCodeOf(await follow(registry, header, console));
}
