import { randomBytes } from 'crypto';
import type { ControlSession } from '../../catalog/session/control-session';

/**
 * Returns whether both sessions are on one server, by whatever addresses they signed in: one takes a lock, and the
 * other looks for it.
 */
export async function isSameServer(one: ControlSession, other: ControlSession): Promise<boolean> {
  const lock = `sluice-same-${randomBytes(8).toString('hex')}`;
  await one.scalar('SELECT GET_LOCK(?, 0)', [lock]);
  try {
    return (await other.scalar('SELECT IS_USED_LOCK(?)', [lock])) !== null;
  } finally {
    await one.scalar('SELECT RELEASE_LOCK(?)', [lock]);
  }
}
