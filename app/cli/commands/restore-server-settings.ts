import { Option, type Command } from 'commander';
import { connect } from '../../catalog/connect/connect';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { withRoute } from '../../catalog/connect/route';
import type { ChangedServer, RestoredServer } from '../../contract/connections/changed-server';
import { SluiceError, type Failure } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import { SettingsRecords, type SettingsRecord } from '../../load/speed-ups/records';
import { restoreAt } from '../../load/speed-ups/restore';
import { identityOf } from '../../load/speed-ups/settings';
import type { ExitCode } from '../exit';
import { failureLines } from '../output/lines';
import { resolveServer } from '../options/server';
import { printLines, printToStderr } from '../output/printable';
import { restoreServerSettingsHelp } from '../../text/cli/help/own/restore-server-settings';

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
  if (selected.length === 0 && !options.json) process.stdout.write(`${NOTHING_CHANGED}\n`);
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

const NOTHING_CHANGED = 'No load has left settings of a server changed.';

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
  else printLines(servers.length === 0 ? [NOTHING_CHANGED] : servers.map(line));
  return 0;
}

function line({ target, since, settings, inUse }: ChangedServer): string {
  const whose = inUse ? 'by a load that still runs' : 'by a load that was killed';
  return `${target}: changed ${whose}, since ${since}: ${settings.join('; ')}`;
}

async function forget(target: string, records: SettingsRecords): Promise<ExitCode> {
  const left = (await records.left()).filter((record) => record.target === target);
  if (left.length === 0) {
    throw new SluiceError('unknown-profile', `No killed load has changed settings of “${target}”.`, {
      hint: 'List them: sluice restore-server-settings --list.',
    });
  }
  for (const { id } of left) await records.remove(id);
  printLines([`${target} is forgotten; nothing was changed on it.`]);
  return 0;
}

function printRestored(restored: RestoredServer, json: boolean): void {
  const { target, said } = restored;
  printLines([json ? JSON.stringify(restored) : `${target}: ${said.join(' ')}`]);
}

function printFailed(target: string, failure: Failure, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify({ target, failure })}\n`);
  else printToStderr(failureLines(`${target}: not restored`, failure));
}

/** The warning that every start prints while such settings are left; null where none are. */
export async function reminder(): Promise<string | null> {
  const left = (await new SettingsRecords().describe()).filter(({ inUse }) => !inUse);
  if (left.length === 0) return null;
  const servers = left.map(({ target, settings }) => `${target} (${settings.join('; ')})`).join(', ');
  return `A load that was killed has left settings changed: ${servers}. Put them back: sluice ${RESTORE_COMMAND}`;
}
