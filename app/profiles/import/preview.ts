import type { ImportRow } from '../../contract/import';
import type { Profile } from '../../contract/connection';
import type { FoundConnection } from './found';

/** What is shown of found connections before anything is taken over. */
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

/** Equal for connections that sign the same account in to the same server on the same way. */
function accessOf({ address, user }: Profile): string {
  if (address.kind === 'socket') return JSON.stringify([address.path, user]);
  const { host, port, ssh } = address;
  return JSON.stringify([host.toLowerCase(), port, ssh?.host.toLowerCase() ?? null, user]);
}
