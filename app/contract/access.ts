import type { Profile } from './connection';

/**
 * Equal for profiles that sign the same account in to the same server, on the same way and with the same encryption. A
 * password that is known for one of them may be sent by all of them, and by no other.
 */
export function accessOf({ address, user, tls }: Pick<Profile, 'address' | 'user' | 'tls'>): string {
  const { mode, ca = '', cert = '', key = '' } = tls;
  return JSON.stringify([...placeOf(address), user, mode, ca, cert, key]);
}

function placeOf(address: Profile['address']): readonly unknown[] {
  if (address.kind === 'socket') return ['socket', address.path];
  const { host, port, ssh } = address;
  return ['tcp', host, port, ssh === undefined ? null : [ssh.host, ssh.port, ssh.user, ssh.key, ssh.jump]];
}
