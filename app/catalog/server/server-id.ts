import { createHash } from 'crypto';
import type { ControlSession } from '../session/control-session';

/**
 * Returns an identity of the server that a session reached, whatever its address: the same text after a restart,
 * without readable names of hosts or folders. Null where the server does not report one, or a proxy hides it.
 */
export function serverIdOf({ identity, server }: Pick<ControlSession, 'identity' | 'server'>): string | null {
  if (identity === null) return null;
  // The last part of MariaDB's identity is the time of its start (process-list.ts).
  const lasting = server.vendor === 'mariadb' ? identity.server.replace(/\|[^|]*$/, '') : identity.server;
  return createHash('sha256').update(lasting).digest('hex');
}
