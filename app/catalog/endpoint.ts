import type { Address, Profile, TlsMode } from '../contract/connection';
import type { EngineConnection } from '../engine/addon';

/** All that is needed to sign in to a server. It holds the password: it is never logged, stored or sent on. */
export interface Endpoint {
  readonly address: Address;
  readonly user: string;
  readonly password: string;
  readonly tls: {
    readonly mode: TlsMode;
    readonly ca?: string | undefined;
    readonly cert?: string | undefined;
    readonly key?: string | undefined;
  };
}

/** A connection whose password needs no asking: Sluice made it itself, as for a practice server. */
export interface KnownAccess {
  readonly profile: Profile;
  readonly password: string;
}

export const CONNECT_TIMEOUT_MS = 10_000;

export function endpointOf(profile: Profile, password: string): Endpoint {
  return { address: profile.address, user: profile.user, password, tls: profile.tls };
}

/** The server as a person knows it, without any secret: `root@127.0.0.1:3306`. */
export function describeEndpoint({ address, user }: Pick<Endpoint, 'address' | 'user'>): string {
  return address.kind === 'tcp' ? `${user}@${address.host}:${address.port}` : `${user}@${address.path}`;
}

/** The same server for the engine's own sessions. */
export function toEngineConnection({ address, user, password, tls }: Endpoint): EngineConnection {
  return {
    host: address.kind === 'tcp' ? address.host : null,
    port: address.kind === 'tcp' ? address.port : null,
    socketPath: address.kind === 'socket' ? address.path : null,
    user,
    password,
    tls: { mode: tls.mode, ca: tls.ca ?? null, cert: tls.cert ?? null, key: tls.key ?? null },
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
}
