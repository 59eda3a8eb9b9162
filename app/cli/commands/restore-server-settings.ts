import { Option, type Command } from 'commander';
import { connect } from '../../catalog/connect/connect';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { withRoute } from '../../catalog/connect/route';
import type { ChangedServer, RestoredServer } from '../../contract/connections/changed-server';
import type { Failure } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import { SettingsRecords, type SettingsRecord } from '../../load/speed-ups/records';
import { restoreAt } from '../../load/speed-ups/restore';
import { identityOf } from '../../load/speed-ups/settings';
import type { ExitCode } from '../exit';
import { failureLines } from '../output/lines';
import { resolveServer } from '../options/server';
import { printLines, printToStderr } from '../output/printable';
import { restoreServerSettingsHelp } from '../../text/cli/help/own/restore-server-settings';
import { serverSettingsFailures, serverSettingsText } from '../../text/cli/server-settings';

interface RestoreArguments {
  readonly list: boolean;
  readonly forget?: string;
  readonly target?: string;
  readonly optionFile?: string;
  readonly json: boolean;
}

export const RESTORE_COMMAND = 'restore-server-settings';

export function addRestoreSettingsCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command(RESTORE_COMMAND)
    .description(restoreServerSettingsHelp.commands.description)
    .option('--list', restoreServerSettingsHelp.options.list, false)
    .option('--target <dsn>', restoreServerSettingsHelp.options.target)
    .addOption(
      new Option('--forget <target>', restoreServerSettingsHelp.options.forget).conflicts(['list', 'target']),
    )
    .option('--option-file <file>', restoreServerSettingsHelp.options.optionFile)
    .option('--json', restoreServerSettingsHelp.options.json, false)
    .addHelpText('after', restoreServerSettingsHelp.after)
    .action(async (options: RestoreArguments) => finish(await restoreSettings(options)));
}

async function restoreSettings(options: RestoreArguments): Promise<ExitCode> {
  const records = new SettingsRecords();
  if (options.list) return list(await records.describe(), options.json);
  if (options.forget !== undefined) return await forget(options.forget, records);
  const selected = await findSelected(options, records);
  if (selected.length === 0 && !options.json) process.stdout.write(`${serverSettingsText.nothingChanged}\n`);
  let code: ExitCode = 0;
  for (const { record, endpoint } of selected) {
    try {
      const said = await restoreAt(await endpoint(), record, records);
      printRestored({ target: record.target, said }, options.json);
    } catch (error) {
      const failure = failureOf(error);
      printFailed(record.target, failure, options.json);
      code = failure.code === 'cancelled' ? 130 : 1;
    }
  }
  return code;
}

interface SelectedServer {
  readonly record: SettingsRecord;
  readonly endpoint: () => Promise<Endpoint>;
}

/** Finds the changed settings: of every server, each at its recorded address, or of the one server that is named. */
async function findSelected(
  { target, optionFile }: RestoreArguments,
  records: SettingsRecords,
): Promise<readonly SelectedServer[]> {
  const left = await records.left();
  const reach = async (server: string) =>
    (await resolveServer({ server, role: 'target', optionFile })).endpoint;
  if (target === undefined) {
    return left.map((record) => ({ record, endpoint: () => reach(record.target) }));
  }
  const endpoint = await reach(target);
  const identity = await withRoute(endpoint, async (reachable) => {
    const session = await connect(reachable);
    try {
      return await identityOf(session);
    } finally {
      await session.close();
    }
  });
  return left
    .filter((record) => record.identity === identity)
    .map((record) => ({ record, endpoint: () => Promise.resolve(endpoint) }));
}

function list(servers: readonly ChangedServer[], json: boolean): ExitCode {
  if (json) for (const server of servers) process.stdout.write(`${JSON.stringify(server)}\n`);
  else printLines(servers.length === 0 ? [serverSettingsText.nothingChanged] : servers.map(line));
  return 0;
}

function line({ target, since, settings, inUse }: ChangedServer): string {
  const { byRunning, byKilled } = serverSettingsText;
  return (inUse ? byRunning : byKilled)(target, since, settings);
}

async function forget(target: string, records: SettingsRecords): Promise<ExitCode> {
  const left = (await records.left()).filter((record) => record.target === target);
  if (left.length === 0) {
    throw serverSettingsFailures.unknownTarget({ target });
  }
  for (const { id } of left) await records.remove(id);
  printLines([serverSettingsText.forgotten(target)]);
  return 0;
}

function printRestored(restored: RestoredServer, json: boolean): void {
  const { target, said } = restored;
  printLines([json ? JSON.stringify(restored) : `${target}: ${said.join(' ')}`]);
}

function printFailed(target: string, failure: Failure, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify({ target, failure })}\n`);
  else printToStderr(failureLines(serverSettingsText.notRestored(target), failure));
}

/** The warning that every start prints while such settings are left; null where none are. */
export async function reminder(): Promise<string | null> {
  const left = (await new SettingsRecords().describe()).filter(({ inUse }) => !inUse);
  if (left.length === 0) return null;
  const servers = left.map(({ target, settings }) => `${target} (${settings.join('; ')})`);
  return serverSettingsText.reminder(servers, RESTORE_COMMAND);
}
