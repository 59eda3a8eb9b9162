import {
  isThisMachine,
  type Address,
  type Profile,
  type TlsMode,
  type WireCompression,
} from '../../contract/connection';
import { SluiceError } from '../../contract/failure';
import type { EngineConnection } from '../../engine/specs';

/** All that is needed to sign in to a server. It holds the password: it is never logged, stored or sent on. */
export interface Endpoint {
  readonly address: Address;
  /** The port of this machine at which the tunnel to the address begins, while one is open (`route.ts`). */
  readonly tunnelPort?: number;
  readonly user: string;
  readonly password: string;
  readonly tls: {
    readonly mode: TlsMode;
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
  /** Absent: none. */
  readonly compression?: WireCompression | undefined;
  /** Told which server it is (server-id.ts) whenever somebody signs in for control work; must not reject. */
  readonly met?: (server: string) => Promise<void>;
}

/** A connection whose password needs no asking: Sluice made it itself, as for a practice server. */
export interface KnownAccess {
  readonly profile: Profile;
  readonly password: string;
}

export const CONNECT_TIMEOUT_MS = 10_000;

export function endpointOf(profile: Profile, password: string): Endpoint {
  const { address, user, tls, compression } = profile;
  return { address, user, password, tls, ...(compression !== undefined && { compression }) };
}

/** The server as a person knows it, without any secret: `root@127.0.0.1:3306`. */
export function describeEndpoint({ address, user }: Pick<Endpoint, 'address' | 'user'>): string {
  if (address.kind === 'socket') return `${user}@${address.path}`;
  const through = address.ssh === undefined ? '' : ` through ${address.ssh.host}`;
  return `${user}@${address.host}:${address.port}${through}`;
}

/** Where this machine opens its connections to: the tunnel's near end where the address is behind one. */
export type Reach =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'socket'; readonly path: string };

/** Fails with `internal` for an address behind a tunnel that nobody has opened: nothing may go around it. */
export function reachOf({ address, tunnelPort }: Pick<Endpoint, 'address' | 'tunnelPort'>): Reach {
  if (address.kind === 'socket') return { kind: 'socket', path: address.path };
  if (address.ssh === undefined) return { kind: 'tcp', host: address.host, port: address.port };
  if (tunnelPort === undefined)
    throw new SluiceError('internal', 'The SSH tunnel to the server is not open.');
  return { kind: 'tcp', host: '127.0.0.1', port: tunnelPort };
}

/** Whether the password stays on this machine, or in ssh's own encryption, on a line without TLS. */
export function staysHere({ address }: Pick<Endpoint, 'address'>): boolean {
  return address.kind === 'socket' || address.ssh !== undefined || isThisMachine(address.host);
}

/** The same server for the engine's own sessions. */
export function toEngineConnection(endpoint: Endpoint): EngineConnection {
  const { user, password, tls } = endpoint;
  const reach = reachOf(endpoint);
  return {
    host: reach.kind === 'tcp' ? reach.host : null,
    port: reach.kind === 'tcp' ? reach.port : null,
    socketPath: reach.kind === 'socket' ? reach.path : null,
    user,
    password,
    tls: { mode: tls.mode, ca: tls.ca ?? null, cert: tls.cert ?? null, key: tls.key ?? null },
    compression: endpoint.compression ?? 'none',
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
}
