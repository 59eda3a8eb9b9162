import { exists } from '../storage/exists';
import { promises as fs } from 'fs';
import { join } from 'path';
import { lastLines } from './error-log';
import { makePrivateFolder, removeFolder } from './folders';
import { runKept } from './keeper';
import { assertNever } from '../contract/exhaustive';
import type { ServerProgram } from './locate';
import { baseOptions, temporaryFolder } from './server-options';
import { sandboxFailures } from '../text/sandbox';

const DATA = 'data';

export interface DataFolderPlaces {
  /** The server's own folder, in which the data folder is created. */
  readonly folder: string;
  readonly log: string;
  /** The folder of which nothing may be left if this process dies meanwhile, or null. */
  readonly sweep: string | null;
}

/**
 * The data folder under `folder`, with the system tables in it. Made beside its place and renamed, so that one
 * whose making was cut short is never taken for whole.
 */
export async function prepareDataFolder(
  program: ServerProgram,
  { folder, log, sweep }: DataFolderPlaces,
): Promise<string> {
  const data = join(folder, DATA);
  await makePrivateFolder(temporaryFolder(data));
  if (await exists(data)) return data;
  const fresh = join(folder, `${DATA}.new`);
  await removeFolder(fresh);
  const places = { folder, fresh, log, sweep };
  await makeSystemTables(program, places);
  await fs.rename(fresh, data);
  return data;
}

interface FreshPlaces extends DataFolderPlaces {
  readonly fresh: string;
}

async function makeSystemTables(program: ServerProgram, places: FreshPlaces): Promise<void> {
  const { systemTables } = program;
  switch (systemTables.kind) {
    case 'initialize': {
      await initialise(program, places);
      return;
    }
    case 'bootstrap': {
      await bootstrap(program, systemTables.files, places);
      return;
    }
    case 'template': {
      await fs.cp(systemTables.folder, places.fresh, { recursive: true });
      return;
    }
    default:
      assertNever(systemTables);
  }
}

async function initialise(program: ServerProgram, places: FreshPlaces): Promise<void> {
  const options = [...baseOptions(program, places.fresh), '--initialize-insecure'];
  await runToEnd(program, options, '/dev/null', places);
}

/**
 * Creates the system tables as mariadb-install-db does, without its checks on the host and without its password-less
 * accounts.
 */
async function bootstrap(
  program: ServerProgram,
  files: readonly string[],
  places: FreshPlaces,
): Promise<void> {
  const { folder, fresh } = places;
  const input = join(folder, 'bootstrap.sql');
  const texts = await Promise.all(files.map((file) => fs.readFile(file, 'utf8')));
  await fs.writeFile(input, ['CREATE DATABASE mysql;', 'USE mysql;', ...texts].join('\n'));
  await fs.mkdir(fresh, { mode: 0o700 });
  // Nothing is lost when it dies: the folder is removed and created again.
  const fast = ['--innodb-flush-log-at-trx-commit=0', '--sync-frm=0', '--aria-log-purge-type=at_flush'];
  const options = ['--bootstrap', '--enforce-storage-engine=', '--max-allowed-packet=8M', ...fast];
  await runToEnd(program, [...baseOptions(program, fresh), ...options], input, places);
  await fs.unlink(input);
}

async function runToEnd(
  program: ServerProgram,
  options: readonly string[],
  input: string,
  { log, sweep }: FreshPlaces,
): Promise<void> {
  const server = await runKept({ command: [...program.command, ...options], log, input, sweep });
  const code = await server.whenEnded();
  if (code === 0) return;
  throw sandboxFailures.dataFolderNotCreated({
    version: program.version,
    exitCode: code,
    log: await lastLines(log),
  });
}
