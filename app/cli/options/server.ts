import { endpointOf, describeEndpoint, type Access, type Endpoint } from '../../catalog/connect/endpoint';
import { shellWord } from '../../contract/commands/command-line';
import type { Profile } from '../../contract/connections/connection';
import { assertNever } from '../../contract/exhaustive';
import { guardOf, guardOfProfile, type Guard, type TargetGuard } from '../../contract/connections/guard';
import { KnownServers } from '../../profiles/known-servers';
import { accessByCommand } from '../../profiles/password-command';
import { ProfileStore } from '../../profiles/store';
import { profilesFile, serversFile } from '../../storage/places';
import { PracticeServers } from '../../sandbox/practice';
import { isDsn, meantDsn, parseDsn } from './dsn';
import { passwordOfOptionFile } from '../../profiles/option-file';
import { jobFailures } from '../../text/cli/saved/jobs';
import { canPrompt, promptPassword } from '../prompt';
import { usageFailures } from '../../text/cli/usage';

/** A server named on the command line, ready to be signed in to. */
export interface NamedServer {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** Null for a DSN. */
  readonly profile: Profile | null;
  /** Guard of the server: the saved connection whose name has to be confirmed before anything is written there. */
  readonly guard: TargetGuard;
}

/** The server as the history records it. */
export function setupServer({ name, profile }: NamedServer): {
  readonly name: string;
  readonly profileId: string | null;
} {
  return { name, profileId: profile?.id ?? null };
}

/**
 * Finds a saved connection by its name, without its password. Fails with `usage` for a DSN, for which no job could sign
 * in.
 */
export async function savedServer(
  server: string,
): Promise<{ readonly name: string; readonly profileId: string }> {
  const found = (await knownConnections()).find(({ name }) => name === server);
  if (found === undefined) throw jobFailures.unsavedServer({ server });
  return { name: found.name, profileId: found.id };
}

export interface ServerArgument {
  /** A DSN or a saved connection's name. */
  readonly server: string;
  readonly role: 'source' | 'target';
  readonly optionFile: string | undefined;
}

/**
 * Finds the server and its password: environment, then option file, then where the connection itself has it, then a
 * prompt. Never an argument.
 */
export async function resolveServer({ server, role, optionFile }: ServerArgument): Promise<NamedServer> {
  if (!isDsn(server)) return await resolveProfile(({ name }) => name === server, server, role, optionFile);
  const parsed = parseDsn(server);
  const name = describeEndpoint(parsed);
  const access = knownAccess(role, optionFile) ?? { password: await promptPassword(name) };
  const saved = await savedProfiles();
  const guard = await targetGuard(guardOf({ address: parsed.address, saved: null }, saved), saved);
  return { name, endpoint: { ...parsed, ...access }, profile: null, guard };
}

/** A saved connection by its id, with its password from the same places. */
export async function resolveSaved(
  profileId: string,
  role: ServerArgument['role'],
  optionFile: string | undefined,
): Promise<NamedServer> {
  return await resolveProfile(({ id }) => id === profileId, profileId, role, optionFile);
}

async function resolveProfile(
  isWanted: (profile: Profile) => boolean,
  wanted: string,
  role: ServerArgument['role'],
  optionFile: string | undefined,
): Promise<NamedServer> {
  const practice = (await new PracticeServers().access()).find(({ profile }) => isWanted(profile));
  if (practice !== undefined) {
    const { name } = practice.profile;
    const { profile, password } = practice;
    const guard = { byAddress: null, saved: [] };
    return { name, endpoint: endpointOf(profile, password), profile, guard };
  }
  const saved = await savedProfiles();
  const profile = saved.find(isWanted);
  if (profile === undefined) throw usageFailures.noConnection({ name: wanted, dsn: meantDsn(wanted) });
  const { name } = profile;
  const access = knownAccess(role, optionFile) ??
    (await ownAccess(profile)) ?? { password: await promptPassword(name) };
  const met = async (id: string) => {
    // The store of the password is no concern of the sign-in.
    await knownServers()
      .learn(profile, id)
      .catch(() => undefined);
  };
  const guard = await targetGuard(guardOfProfile(profile, saved), saved);
  return { name, endpoint: { ...endpointOf(profile, access.password), ...access, met }, profile, guard };
}

async function targetGuard(byAddress: Guard | null, saved: readonly Profile[]): Promise<TargetGuard> {
  return { byAddress, saved: await knownServers().of(saved) };
}

function knownServers(): KnownServers {
  return new KnownServers(serversFile());
}

/** All connections that have a name here: the practice servers' first, then the saved ones. */
export async function knownConnections(): Promise<readonly Profile[]> {
  const practice = (await new PracticeServers().access()).map(({ profile }) => profile);
  return [...practice, ...(await savedProfiles())];
}

export async function savedProfiles(): Promise<readonly Profile[]> {
  return await new ProfileStore(profilesFile()).list();
}

/**
 * Access that a connection brings itself; null where the user must be asked. Only the window has the keychain's key.
 */
async function ownAccess({ name, passwordFrom }: Profile): Promise<Access | null> {
  switch (passwordFrom?.kind) {
    case undefined:
      return null;
    case 'keychain':
      if (canPrompt()) return null;
      throw usageFailures.windowsKeychain({ name, word: shellWord(name) });
    case 'command':
      return await accessByCommand(passwordFrom.command);
    default:
      return assertNever(passwordFrom);
  }
}

/** Access by the environment or an option file. */
function knownAccess(role: ServerArgument['role'], optionFile: string | undefined): Access | null {
  const password =
    byEnvironment(role, '') ?? (optionFile === undefined ? null : passwordOfOptionFile(optionFile));
  if (password === null) return null;
  const second = byEnvironment(role, '2');
  const third = byEnvironment(role, '3');
  if (second === null) return { password };
  return { password, furtherPasswords: third === null ? [second] : [second, third] };
}

/** Password of a factor, which `number` counts from the second on. */
function byEnvironment(role: ServerArgument['role'], number: '' | '2' | '3'): string | null {
  const { env } = process;
  const own = env[`SLUICE_${role === 'source' ? 'SOURCE' : 'TARGET'}_PASSWORD${number}`];
  return own ?? env[`SLUICE_PASSWORD${number}`] ?? null;
}
