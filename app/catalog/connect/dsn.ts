import { defaultTls, type SshRoute } from '../../contract/connections/connection';
import type { Endpoint } from './endpoint';

/**
 * Returns the URL by which a command line names a server that is no saved connection, without its password;
 * `app/cli/options/dsn.ts` reads it.
 */
export function dsn({
  address,
  user,
  tls,
  compression,
}: Pick<Endpoint, 'address' | 'user' | 'tls' | 'compression'>): string {
  const { mode, ...files } = tls;
  const encryption = { tls: mode === defaultTls(address) ? undefined : mode, ...files };
  const place = address.kind === 'socket' ? '' : `${inUrl(address.host)}:${address.port}`;
  const way = address.kind === 'socket' ? { socket: address.path } : routeOf(address.ssh);
  const query = parameters({ ...way, ...encryption, compression });
  return `mysql://${encodeURIComponent(user)}@${place}${query === '' ? '' : `/?${query}`}`;
}

/** Returns whether two DSNs lead to the same account of the same server, whatever their encryption and compression. */
export function isSameServer(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(target: string): string {
  const [place = '', query = ''] = target.split('/?');
  const way = query.split('&').filter((parameter) => /^(socket|ssh)/.test(parameter));
  return [place, ...way].join('&');
}

type Parameters = Readonly<Record<string, string | undefined>>;

function routeOf(ssh: SshRoute | undefined): Parameters {
  if (ssh === undefined) return {};
  const { user, host, port, key, jump } = ssh;
  const place = `${user === undefined ? '' : `${user}@`}${inUrl(host)}`;
  return { ssh: port === undefined ? place : `${place}:${port}`, 'ssh-key': key, 'ssh-jump': jump };
}

/** Encloses an IPv6 address in brackets, so that its colons are not taken for a port's. */
function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Encodes parameters. A slash needs no encoding in a query (RFC 3986, 3.4), and a path is easier to read without. */
function parameters(values: Parameters): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value).replace(/%2F/g, '/')}`],
    )
    .join('&');
}
