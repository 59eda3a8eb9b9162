import { text } from '../../text';
import type { Address } from '../../../app/contract/connections/connection';

/** An address as people write it. */
export function addressText(address: Address): string {
  if (address.kind === 'socket') return address.path;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const server = `${host}:${String(address.port)}`;
  return address.ssh === undefined ? server : `${server} ${text.connections.through(address.ssh.host)}`;
}
