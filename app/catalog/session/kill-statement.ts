import type { ControlSession } from './control-session';
import { lookFor } from './process-list';
import { refusalOf } from './statement-failure';

/** Connections that may reach other servers of a balancer before a statement is left running. */
export const MOST_KILLERS = 3;

/**
 * Kills the running statement of a session over another one. Returns false where that reaches another server, on which
 * the same connection number belongs to somebody else. Fails where the server can't be queried.
 */
export async function killOver(killer: ControlSession, session: ControlSession): Promise<boolean> {
  const { identity } = session;
  const sighting = await lookFor(identity, killer);
  if (identity === null || sighting.kind === 'elsewhere') return false;
  // Nothing to kill where it has ended by itself meanwhile.
  if (sighting.kind === 'there') await killer.run(`KILL QUERY ${identity.id}`).catch(refusalOf);
  return true;
}
