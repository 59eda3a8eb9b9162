import {
  isThisMachine,
  type Address,
  type Profile,
  type TlsMode,
  type WireCompression,
} from '../../contract/connections/connection';
import { connectText, tunnelFailures } from '../../text/catalog/connect';
import type { PasswordRenewal } from '../../engine/sign-in/password-renewal';
import type { EngineConnection } from '../../engine/specs';
import type { ServerFacts } from '../server/server';
import { withAuthorities } from './authorities';

/** Address and credentials of a server. Contains the password: never logged, stored or sent on. */
export interface Endpoint {
  readonly address: Address;
  /** Local port of the open SSH tunnel to the address (`route.ts`); absent without one. */
  readonly tunnelPort?: number;
  readonly user: string;
  readonly password: string;
  /** Passwords of the account's second and third factor; absent for none. */
  readonly furtherPasswords?: readonly string[] | undefined;
  /** Keeps the password of a command fresh for as long as sessions sign in; absent for other passwords. */
  readonly renewal?: PasswordRenewal | undefined;
  readonly tls: {
    readonly mode: TlsMode;
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
  /** Absent for none. */
  readonly compression?: WireCompression | undefined;
  /** Called with the server's identity (server-id.ts) at each sign-in for control work; must not reject. */
  readonly met?: (server: string) => Promise<void>;
  /** Called with the server's facts at each sign-in for control work. */
  readonly signedIn?: (server: ServerFacts) => void;
}

/** Passwords of an account, and their renewal. */
export type Access = Pick<Endpoint, 'password' | 'furtherPasswords' | 'renewal'>;

/** A connection whose password is known, because Sluice created it, such as a practice server. */
export interface KnownAccess {
  readonly profile: Profile;
  readonly password: string;
}

export const CONNECT_TIMEOUT_MS = 10_000;

export function endpointOf(profile: Profile, password: string): Endpoint {
  const { address, user, tls, compression } = profile;
  return { address, user, password, tls, ...(compression !== undefined && { compression }) };
}

/** Describes the server without any secret: `root@127.0.0.1:3306`. */
export function describeEndpoint({ address, user }: Pick<Endpoint, 'address' | 'user'>): string {
  if (address.kind === 'socket') return `${user}@${address.path}`;
  const server = `${user}@${address.host}:${address.port}`;
  return address.ssh === undefined ? server : connectText.throughSsh(server, address.ssh.host);
}

/** Address to which this machine connects: the local end of the tunnel where the server is behind one. */
export type DialAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'socket'; readonly path: string };

/**
 * Returns the address to connect to. Fails with `internal` for an address behind a tunnel that is not open: nothing may
 * bypass it.
 */
export function dialAddress({ address, tunnelPort }: Pick<Endpoint, 'address' | 'tunnelPort'>): DialAddress {
  if (address.kind === 'socket') return { kind: 'socket', path: address.path };
  if (address.ssh === undefined) return { kind: 'tcp', host: address.host, port: address.port };
  if (tunnelPort === undefined) throw tunnelFailures.notOpen();
  return { kind: 'tcp', host: '127.0.0.1', port: tunnelPort };
}

/** Returns whether the password stays on this machine, or inside ssh's encryption, on a line without TLS. */
export function isProtectedWithoutTls({ address }: Pick<Endpoint, 'address'>): boolean {
  return address.kind === 'socket' || address.ssh !== undefined || isThisMachine(address.host);
}

/** Converts an endpoint for the engine's own sessions, which must all reach `server` where that is known. */
export function toEngineConnection(endpoint: Endpoint, server: string | null): EngineConnection {
  const { user, password } = endpoint;
  const tls = withAuthorities(endpoint.tls);
  const reach = dialAddress(endpoint);
  return {
    host: reach.kind === 'tcp' ? reach.host : null,
    port: reach.kind === 'tcp' ? reach.port : null,
    socketPath: reach.kind === 'socket' ? reach.path : null,
    user,
    password: endpoint.renewal?.latest ?? password,
    furtherPasswords: endpoint.furtherPasswords ?? [],
    title: describeEndpoint(endpoint),
    tls: { mode: tls.mode, ca: tls.ca ?? null, cert: tls.cert ?? null, key: tls.key ?? null },
    compression: endpoint.compression ?? 'none',
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    server,
  };
}
