import type { ControlSession } from '../../catalog/session/control-session';
import { failureOf, messageOf } from '../../engine/failures';
import type { RunHooks } from '../../engine/hooks';
import type { AdditionalSession, ReconnectingSession } from './reconnecting-session';

/** Most objects that are read without an additional session, which would not be worth its sign-in. */
const FEW_OBJECTS = 8;

interface Sessions {
  readonly session: ControlSession;
  readonly reconnecting: Pick<ReconnectingSession, 'openAdditional'>;
  readonly hooks: Pick<RunHooks, 'cancellation' | 'log'>;
}

/**
 * Reads objects over an additional session that takes many questions in one call; over the given one where they are few,
 * or the other can't be had any more or is lost. The given one takes texts of a user's, and so one statement a call.
 */
export async function askingTogether<Result>(
  { session, reconnecting, hooks }: Sessions,
  objects: number,
  read: (session: ControlSession) => Promise<Result>,
): Promise<Result> {
  const beside = objects <= FEW_OBJECTS ? null : await openIfPossible(reconnecting, hooks);
  if (beside === null) return await read(session);
  try {
    return await read(beside.session);
  } catch (error) {
    if (failureOf(error).code !== 'connect-lost') throw error;
  } finally {
    await beside.close();
  }
  return await read(session);
}

/** Null where it is refused: the account may have no more connections, or may not sign in any more. */
async function openIfPossible(
  reconnecting: Sessions['reconnecting'],
  { cancellation, log }: Sessions['hooks'],
): Promise<AdditionalSession | null> {
  try {
    return await reconnecting.openAdditional('many');
  } catch (error) {
    cancellation.throwIfCancelled();
    log('debug', messageOf(error));
    return null;
  }
}
