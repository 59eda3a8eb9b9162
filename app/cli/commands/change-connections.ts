import { randomBytes } from 'crypto';
import { Option, type Command } from 'commander';
import {
  environments,
  passwordSourceSchema,
  profileSchema,
  type PasswordSource,
  type Profile,
} from '../../contract/connections/connection';
import { Connections } from '../../profiles/connections';
import { KeychainVault, NO_KEYCHAIN } from '../../profiles/keychain-vault';
import { KnownServers } from '../../profiles/known-servers';
import { MemoryVault } from '../../profiles/secrets';
import { ProfileStore } from '../../profiles/store';
import { profilesFile, secretsFolder, serversFile } from '../../storage/places';
import { connectionsFailures, connectionsText } from '../../text/cli/saved/connections';
import type { ExitCode } from '../exit';
import { parseDsn } from '../options/dsn';
import { savedProfiles } from '../options/server';
import { printLines } from '../output/printable';

interface ChangeArguments {
  readonly dsn?: string;
  readonly name?: string;
  readonly group?: string;
  readonly environment?: Profile['environment'];
  readonly passwordCommand?: string;
}

/** Adds `add`, `change` and `remove` to the commands of saved connections. */
export function addChangeCommands(
  connections: Command,
  finish: (code: ExitCode) => void,
  json: () => boolean,
): void {
  const shared = (command: Command) =>
    command
      .option('--group <name>', connectionsText.group)
      .addOption(new Option('--environment <kind>', connectionsText.environment).choices(environments));
  const done = (name: string, said: string) => {
    printLines([json() ? JSON.stringify({ name }) : said]);
    finish(0);
  };
  shared(connections.command('add').description(connectionsText.add))
    .argument('<name>', connectionsText.name)
    .argument('<dsn>', connectionsText.dsn)
    .option('--password-command <command>', connectionsText.passwordCommand)
    .action(async (name: string, dsn: string, options: ChangeArguments) => {
      await add(name, { ...options, dsn });
      done(name, connectionsText.added(name));
    });
  shared(connections.command('change').description(connectionsText.change))
    .argument('<name>', connectionsText.name)
    .option('--dsn <dsn>', connectionsText.newDsn)
    .option('--name <name>', connectionsText.rename)
    .action(async (name: string, options: ChangeArguments) => {
      await change(name, options);
      done(options.name ?? name, connectionsText.changed(options.name ?? name));
    });
  connections
    .command('remove')
    .description(connectionsText.remove)
    .argument('<name>', connectionsText.name)
    .action(async (name: string) => {
      await openConnections().remove((await find(name)).id);
      done(name, connectionsText.removed(name));
    });
}

/** The saved connections, changed as the window changes them; the keychain's key is the window's alone. */
export function openConnections(): Connections {
  const vaults = { memory: new MemoryVault(), keychain: new KeychainVault(secretsFolder(), NO_KEYCHAIN) };
  const servers = new KnownServers(serversFile());
  return new Connections({ profiles: new ProfileStore(profilesFile()), vaults, servers }, () =>
    Promise.resolve([]),
  );
}

export async function find(name: string): Promise<Profile> {
  const profile = (await savedProfiles()).find((saved) => saved.name === name);
  if (profile === undefined) throw connectionsFailures.unknown({ name });
  return profile;
}

async function add(name: string, { dsn = '', passwordCommand, ...rest }: ChangeArguments): Promise<void> {
  await assertFree(name);
  await openConnections().save(
    {
      id: randomBytes(8).toString('hex'),
      name,
      ...parseDsn(dsn),
      environment: rest.environment ?? 'development',
      ...groupOf(rest.group),
      ...(passwordCommand !== undefined && { passwordFrom: readSource(passwordCommand) }),
      colour: 'slate',
    },
    null,
  );
}

async function change(
  name: string,
  { dsn, name: rename, group, environment }: ChangeArguments,
): Promise<void> {
  if ([dsn, rename, group, environment].every((given) => given === undefined))
    throw connectionsFailures.noChange();
  const { group: before, ...profile } = await find(name);
  if (rename !== undefined && rename !== name) await assertFree(rename);
  await openConnections().save(
    {
      ...profile,
      ...(dsn !== undefined && parseDsn(dsn)),
      name: rename ?? name,
      environment: environment ?? profile.environment,
      ...groupOf(group ?? before),
    },
    null,
  );
}

function groupOf(group: string | undefined): Pick<Profile, 'group'> {
  return group === undefined || group.trim() === '' ? {} : { group };
}

async function assertFree(name: string): Promise<void> {
  if (!profileSchema.shape.name.safeParse(name).success) throw connectionsFailures.badName();
  const taken = (await savedProfiles()).some((saved) => saved.name === name);
  if (taken) throw connectionsFailures.nameTaken({ name });
}

/** Reads a program that prints a password; fails with `usage` for one that only a shell can run. */
export function readSource(command: string): PasswordSource {
  const source = passwordSourceSchema.safeParse({ kind: 'command', command });
  if (!source.success) throw connectionsFailures.needsShell();
  return source.data;
}
