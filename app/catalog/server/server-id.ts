import { createHash } from 'crypto';
import type { ControlSession } from '../session/control-session';

/**
 * Which server a session has met, whatever address leads there: the same text after a restart, and no name of a host or
 * folder can be read from it. Null where the server does not tell, or a proxy stands between.
 */
export function serverIdOf({ identity, server }: Pick<ControlSession, 'identity' | 'server'>): string | null {
  if (identity === null) return null;
  // What MariaDB is told apart by ends with the time of its start (process-list.ts).
  const lasting = server.vendor === 'mariadb' ? identity.server.replace(/\|[^|]*$/, '') : identity.server;
  return createHash('sha256').update(lasting).digest('hex');
}
