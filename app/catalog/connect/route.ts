import { connectFailures } from '../../text/catalog/connect';
import { withAuthorities } from './authorities';
import type { Endpoint } from './endpoint';
import { ReconnectingTunnel, type TunnelHooks } from './reconnecting-tunnel';
import type { TunnelOptions } from './tunnel';

/** Connection to a server, direct or through a tunnel. */
export interface Route {
  /** Resolves to ssh's message of the last break; null where there was none, or where there is no tunnel. */
  trouble(): Promise<string | null>;
}

const DIRECT: Route = { trouble: () => Promise.resolve(null) };

/**
 * Runs `work` with an endpoint that this machine can connect to, and closes the tunnel afterwards, also after a
 * failure. Without a tunnel the endpoint is unchanged. Fails with `ssh-failed`, or with `tls-failed` where the
 * requested certificate check is impossible.
 */
export async function withRoute<T>(
  endpoint: Endpoint,
  work: (reachable: Endpoint, route: Route) => Promise<T>,
  hooks: TunnelHooks = {},
): Promise<T> {
  const options = tunnelFor(endpoint);
  if (options === null) return await work(endpoint, DIRECT);
  const tunnel = await ReconnectingTunnel.open(options, hooks);
  try {
    return await work({ ...endpoint, tunnelPort: tunnel.port }, tunnel);
  } finally {
    await tunnel.close();
  }
}

/** Returns the tunnel to open before signing in; null where none is needed. */
export function tunnelFor({ address, tls, tunnelPort }: Endpoint): TunnelOptions | null {
  if (address.kind === 'socket' || address.ssh === undefined || tunnelPort !== undefined) return null;
  // The engine's client library compares the certificate with the name it connects to: the tunnel's near end.
  if (withAuthorities(tls).mode === 'verify-identity') throw connectFailures.nameNotVerifiable();
  return { ssh: address.ssh, host: address.host, port: address.port };
}
