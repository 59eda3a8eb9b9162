import type { Profile } from './connection';

/**
 * Key of the account, server, route and encryption that a profile signs in with. Equal for profiles that share all of
 * them. A password known for one of these profiles may be sent by the others, and by no other profile.
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
