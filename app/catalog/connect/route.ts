import { SluiceError } from '../../contract/failure';
import type { Endpoint } from './endpoint';
import { ReconnectingTunnel, type TunnelCare } from './reconnecting-tunnel';
import type { TunnelWish } from './tunnel';

/** The way to a server while it is in use. */
export interface Route {
  /** What ssh said when the way broke last; null where it never did, or where there is no tunnel on it. */
  trouble(): Promise<string | null>;
}

const DIRECT: Route = { trouble: () => Promise.resolve(null) };

/**
 * Does `work` with an endpoint that can be signed in to from here, and takes the tunnel down afterwards, whatever comes
 * of it. Where there is no tunnel the endpoint stays as it is. Fails with `ssh-failed`, or with `tls-failed` where the
 * wished check can't be kept.
 */
export async function withRoute<T>(
  endpoint: Endpoint,
  work: (reachable: Endpoint, route: Route) => Promise<T>,
  care: TunnelCare = {},
): Promise<T> {
  const wish = tunnelWish(endpoint);
  if (wish === null) return await work(endpoint, DIRECT);
  const tunnel = await ReconnectingTunnel.open(wish, care);
  try {
    return await work({ ...endpoint, tunnelPort: tunnel.port }, tunnel);
  } finally {
    await tunnel.close();
  }
}

/** What has to be opened before anybody can sign in; null where nothing has. */
export function tunnelWish({ address, tls, tunnelPort }: Endpoint): TunnelWish | null {
  if (address.kind === 'socket' || address.ssh === undefined || tunnelPort !== undefined) return null;
  // The engine's client library compares the certificate with the name it connects to: the tunnel's near end.
  if (tls.mode === 'verify-identity') {
    throw new SluiceError('tls-failed', 'Through an SSH tunnel the server’s name can’t be verified.', {
      hint: 'Use VERIFY_CA: ssh itself checks the host, and the certificate’s authority is checked all the same.',
    });
  }
  return { ssh: address.ssh, host: address.host, port: address.port };
}
