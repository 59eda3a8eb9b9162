import type { Address } from '../../../app/contract/connection';

/** An address as people write it. */
export function addressText(address: Address): string {
  if (address.kind === 'socket') return address.path;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return `${host}:${String(address.port)}`;
}
