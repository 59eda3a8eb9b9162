import { isThisMachine, type Address, type Environment, type Profile } from './connection';

/** The saved connection whose name is typed before anything is written to its server. */
export interface Guard {
  readonly name: string;
  readonly environment: Environment;
}

/** Returns whether a server of this environment is written to only after its connection's name has been typed. */
export function isGuarded(environment: Environment): boolean {
  return environment === 'production' || environment === 'unknown';
}

/** A server to be written to; the name and the environment are those of its saved connection, where it is one. */
export interface GuardedTarget {
  readonly address: Address;
  readonly saved: Guard | null;
}

/**
 * Finds what guards a server: its own connection, or any other that is saved and says that the same server is a production
 * one, whichever account they sign in as. A server that only connections of unknown kind lead to is guarded too. Null where
 * nothing guards it.
 */
export function guardOf({ address, saved }: GuardedTarget, profiles: readonly Profile[]): Guard | null {
  return strongest(
    saved,
    profiles.filter((profile) => isSameServer(profile.address, address)),
  );
}

/** A saved connection, and which server it last led to; null where nobody has signed in with it yet. */
export interface SavedServer extends Guard {
  readonly server: string | null;
}

/** The guard of a target as known before signing in, and a function that knows more once the server is identified. */
export interface TargetGuard {
  /** The guard as far as addresses tell; null where there is none. */
  readonly byAddress: Guard | null;
  readonly saved: readonly SavedServer[];
}

/** The guard of an identified server: other addresses may lead to it too. */
export function guardOfServer(
  server: string,
  { byAddress, saved }: TargetGuard,
  own: Guard | null,
): Guard | null {
  if (byAddress !== null) return byAddress;
  return strongest(
    own,
    saved.filter((each) => each.server === server),
  );
}

function strongest(saved: Guard | null, same: readonly Guard[]): Guard | null {
  const production = same.find(({ environment }) => environment === 'production');
  const own = saved !== null && isGuarded(saved.environment) ? saved : null;
  if (own?.environment === 'production') return own;
  if (production !== undefined) return guardFrom(production);
  if (own !== null || saved !== null) return own;
  const [first] = same;
  return first !== undefined && same.every(({ environment }) => environment === 'unknown')
    ? guardFrom(first)
    : null;
}

/** The guard of a connection that may be saved. */
export function guardOfProfile(profile: Profile, profiles: readonly Profile[]): Guard | null {
  return guardOf({ address: profile.address, saved: guardFrom(profile) }, profiles);
}

function guardFrom({ name, environment }: Guard): Guard {
  return { name, environment };
}

/** Returns whether two addresses lead to one server, as far as the addresses tell. */
function isSameServer(one: Address, other: Address): boolean {
  if (one.kind === 'socket' || other.kind === 'socket')
    return one.kind === 'socket' && other.kind === 'socket' && one.path === other.path;
  if (one.port !== other.port || hostName(one.host) !== hostName(other.host)) return false;
  // The same name means another machine behind an SSH host only where it means “this one”.
  if (!isThisMachine(hostName(one.host))) return true;
  return sshName(one.ssh?.host) === sshName(other.ssh?.host);
}

/** Names of this machine are one. */
function hostName(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return isThisMachine(name) ? 'localhost' : name;
}

/** An SSH host may be written with its user. */
function sshName(host: string | undefined): string | null {
  return host === undefined ? null : hostName(host.replace(/^.*@/, ''));
}
