import type { ImportRow } from '../../contract/connections/import';
import type { Profile } from '../../contract/connections/connection';
import type { FoundConnection } from './found';

/** Preview of the found connections before any is imported. */
export function previewOf(
  found: readonly FoundConnection[],
  saved: readonly Profile[],
): readonly ImportRow[] {
  const known = new Map(saved.map((profile) => [accessOf(profile), profile.name]));
  return found.map(({ profile, password, notes }) => ({
    profile,
    hasPassword: password !== null && password !== '',
    duplicateOf: known.get(accessOf(profile)) ?? null,
    notes,
  }));
}

/** Key of the account, server and route: equal for connections that share them. */
function accessOf({ address, user }: Profile): string {
  if (address.kind === 'socket') return JSON.stringify([address.path, user]);
  const { host, port, ssh } = address;
  return JSON.stringify([host.toLowerCase(), port, ssh?.host.toLowerCase() ?? null, user]);
}
