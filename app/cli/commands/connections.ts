import { resolve } from 'path';
import type { Command } from 'commander';
import type { ImportRow } from '../../contract/connections/import';
import {
  type Address,
  type ConnectionTestStage,
  type PasswordSource,
  type Profile,
} from '../../contract/connections/connection';
import { exportConnections } from '../../profiles/import/exported';
import { previewOf } from '../../profiles/import/preview';
import { readConnections } from '../../profiles/import/read-file';
import { ProfileStore } from '../../profiles/store';
import { testConnection } from '../../profiles/test-connection';
import { profilesFile } from '../../storage/places';
import type { ExitCode } from '../exit';
import { resolveServer, savedProfiles } from '../options/server';
import { printLines } from '../output/printable';
import { addChangeCommands, find, openConnections, readSource } from './change-connections';
import { connectionsHelp } from '../../text/cli/help/own/connections';
import { connectionsFailures, connectionsText } from '../../text/cli/saved/connections';

interface ConnectionsArguments {
  readonly json: boolean;
}

export function addConnectionsCommand(program: Command, finish: (code: ExitCode) => void): void {
  const connections = program
    .command('connections')
    .description(connectionsHelp.commands.connections)
    .option('--json', connectionsHelp.options.json, false)
    .addHelpText('after', connectionsHelp.after);
  const json = () => connections.opts<ConnectionsArguments>().json;
  connections
    .command('list')
    .description(connectionsHelp.commands.list)
    .action(async () => {
      await list(json());
      finish(0);
    });
  connections
    .command('test <server>')
    .description(connectionsHelp.commands.test)
    .option('--option-file <file>', connectionsHelp.options.optionFile)
    .action(async (server: string, { optionFile }: { readonly optionFile?: string }) => {
      finish(await test(server, optionFile, json()));
    });
  connections
    .command('password <name>')
    .description(connectionsHelp.commands.password)
    .option('--command <command>', connectionsHelp.options.command)
    .option('--ask', connectionsHelp.options.ask)
    .action(async (name: string, wish: PasswordArguments) => {
      await setPasswordSource(name, wish);
      finish(0);
    });
  addChangeCommands(connections, finish, json);
  connections
    .command('import <file>')
    .description(connectionsHelp.commands.import)
    .option('--dry-run', connectionsHelp.options.dryRun, false)
    .action(async (file: string, { dryRun }: { readonly dryRun: boolean }) => {
      await importFile(file, dryRun, json());
      finish(0);
    });
  connections
    .command('export')
    .description(connectionsHelp.commands.export)
    .action(async () => {
      process.stdout.write(exportConnections(await savedProfiles()));
      finish(0);
    });
}

interface PasswordArguments {
  readonly command?: string;
  readonly ask?: boolean;
}

async function list(json: boolean): Promise<void> {
  const profiles = await savedProfiles();
  const lines = profiles.map((profile) => (json ? JSON.stringify(profile) : profileLine(profile)));
  printLines(lines.length === 0 && !json ? [connectionsText.none] : lines);
}

async function test(server: string, optionFile: string | undefined, json: boolean): Promise<ExitCode> {
  const { endpoint } = await resolveServer({ server, role: 'source', optionFile });
  const found = await testConnection(endpoint);
  printLines(json ? [JSON.stringify(found)] : found.stages.map(stageLine));
  return found.server === null ? 1 : 0;
}

async function setPasswordSource(name: string, { command, ask }: PasswordArguments): Promise<void> {
  if ((command === undefined) === (ask === undefined)) throw connectionsFailures.commandOrAsk();
  const profile = await find(name);
  const passwordFrom = command === undefined ? undefined : readSource(command);
  await openConnections().save({ ...profile, passwordFrom }, null);
}

async function importFile(file: string, dryRun: boolean, json: boolean): Promise<void> {
  const { found, left } = await readConnections(resolve(file));
  const store = new ProfileStore(profilesFile());
  const rows = previewOf(found, await store.list());
  if (!dryRun) {
    for (const { profile, duplicateOf } of rows) if (duplicateOf === null) await store.save(profile);
  }
  if (json) printLines(rows.map((row) => JSON.stringify(row)));
  else
    printLines([
      ...rows.map((row) => importLine(row, dryRun)),
      ...left.map((reason) => connectionsText.leftOut(reason)),
    ]);
}

function importLine({ profile, duplicateOf, notes }: ImportRow, dryRun: boolean): string {
  const verb =
    duplicateOf !== null
      ? connectionsText.savedAs(duplicateOf)
      : dryRun
        ? connectionsText.wouldImport
        : connectionsText.imported;
  return [verb, profileLine(profile), ...notes].join('  ');
}

function profileLine({ name, group, user, address, tls, environment, passwordFrom }: Profile): string {
  const path = group === undefined ? name : `${group} / ${name}`;
  const source = passwordFrom === undefined ? [] : [PASSWORD_SOURCES[passwordFrom.kind]];
  return [path, `${user}@${addressText(address)}`, `tls ${tls.mode}`, environment, ...source].join('  ');
}

const PASSWORD_SOURCES: Readonly<Record<PasswordSource['kind'], string>> = {
  keychain: connectionsText.inKeychain,
  command: connectionsText.fromProgram,
};

function addressText(address: Address): string {
  if (address.kind === 'socket') return address.path;
  const server = `${address.host}:${address.port}`;
  return address.ssh === undefined ? server : connectionsText.through(server, address.ssh.host);
}

function stageLine({ stage, state, detail }: ConnectionTestStage): string {
  const { states, stages } = connectionsText;
  return `${states[state].padEnd(7)}  ${stages[stage].padEnd(18)}  ${detail}`;
}
