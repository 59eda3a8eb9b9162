import { SluiceError } from '../contract/failure';
import type { Endpoint } from './endpoint';
import { openTunnel, type Tunnel, type TunnelWish } from './tunnel';

/** Who wants a route, and hears of it. */
export interface RouteHooks {
  /** As {@link TunnelWish.onCancel}. */
  readonly onCancel?: TunnelWish['onCancel'];
  /** Is told when the tunnel has ended before the work did. */
  readonly onTrouble?: (words: string) => void;
}

/**
 * Does `work` with an endpoint that can be signed in to from here, and takes the tunnel down afterwards, whatever comes
 * of it. Where there is no tunnel the endpoint stays as it is. Fails with `ssh-failed`, or with `tls-failed` where the
 * wished check can't be kept.
 */
export async function withRoute<T>(
  endpoint: Endpoint,
  work: (reachable: Endpoint) => Promise<T>,
  { onCancel, onTrouble }: RouteHooks = {},
): Promise<T> {
  const wish = tunnelWish(endpoint);
  if (wish === null) return await work(endpoint);
  const tunnel = await openTunnel({ ...wish, ...(onCancel && { onCancel }) });
  try {
    return await work({ ...endpoint, tunnelPort: tunnel.port });
  } finally {
    tellTrouble(tunnel, onTrouble);
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

function tellTrouble(tunnel: Tunnel, onTrouble: RouteHooks['onTrouble']): void {
  const words = tunnel.trouble();
  if (words !== null) onTrouble?.(words);
}
