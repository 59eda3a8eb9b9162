import { SluiceError } from '../../contract/failure';
import type { ControlSession } from './control-session';
import { lookFor } from './process-list';

/** How often a balancer may lead elsewhere before a statement is not killed. */
export const MOST_KILLERS = 3;

/**
 * Ends the statement that a session waits for, over another one. False where that leads to another server, whose
 * connection of the same number is a stranger's. Fails where the server can't be asked.
 */
export async function killOver(killer: ControlSession, session: ControlSession): Promise<boolean> {
  const { identity } = session;
  const sighting = await lookFor(identity, killer);
  if (identity === null || sighting.kind === 'elsewhere') return false;
  // It may have ended by itself meanwhile: then there is nothing to kill.
  if (sighting.kind === 'there') await killer.run(`KILL QUERY ${identity.id}`).catch(ignoreRefusal);
  return true;
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof SluiceError) || error.failure.errno === undefined) throw error;
}
