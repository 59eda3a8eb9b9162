import { createHash } from 'crypto';
import type { ControlSession } from '../session/control-session';
import { has } from './dialect';

type Identified = Pick<ControlSession, 'identity' | 'server'>;

/**
 * Returns an identity of the server that a session reached, whatever its address: the same text after a restart,
 * without readable names of hosts or folders. Null where the server does not report one, or a proxy hides it.
 */
export function serverIdOf(session: Identified): string | null {
  const lasting = lastingServerOf(session);
  return lasting === null ? null : createHash('sha256').update(lasting).digest('hex');
}

/** Returns the same identity as the server's own names: host, port and data folder. */
export function lastingServerOf({ identity, server }: Identified): string | null {
  if (identity === null) return null;
  // The last part of the identity is the time of the start where the server has no UUID (process-list.ts).
  return has(server, 'serverUuid') ? identity.server : identity.server.replace(/\|[^|]*$/, '');
}
