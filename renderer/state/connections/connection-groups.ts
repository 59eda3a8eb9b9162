import type { Profile } from '../../../app/contract/connections/connection';

/** Connections that are listed under one name; null for those that stand by themselves, which come first. */
export interface ConnectionGroup {
  readonly name: string | null;
  readonly profiles: readonly Profile[];
}

/** The groups in name order, each in the order in which its connections were saved. Empty ones are left out. */
export function groupConnections(profiles: readonly Profile[]): readonly ConnectionGroup[] {
  const alone = profiles.filter(({ group }) => group === undefined);
  const groups = groupNames(profiles).map((name) => ({
    name,
    profiles: profiles.filter(({ group }) => group === name),
  }));
  return alone.length === 0 ? groups : [{ name: null, profiles: alone }, ...groups];
}

export function groupNames(profiles: readonly Profile[]): readonly string[] {
  const names = new Set(profiles.flatMap(({ group }) => group ?? []));
  return [...names].sort((a, b) => a.localeCompare(b));
}

/** Returns whether every word of `search` stands somewhere in what is known of the connection. */
export function matchesConnection(profile: Profile, search: string): boolean {
  const { name, group, user, address, environment } = profile;
  const where =
    address.kind === 'socket' ? [address.path] : [address.host, String(address.port), address.ssh?.host];
  const said = [name, group, user, environment, ...where].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}
