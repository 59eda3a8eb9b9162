import { isFull } from '../../catalog/connect/connect-failure';
import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import type { AdditionalSession, ReconnectingSession } from './reconnecting-session';

/** Most objects that are read without an additional session, which would not be worth its sign-in. */
const FEW_OBJECTS = 8;

interface Sessions {
  readonly session: ControlSession;
  readonly reconnecting: Pick<ReconnectingSession, 'openAdditional'>;
}

/**
 * Reads objects over an additional session that takes many questions in one call; over the given one where they are few,
 * or the server takes no more connections of the account. That one takes texts of a user's, and so one statement a call.
 */
export async function askingTogether<Result>(
  { session, reconnecting }: Sessions,
  objects: number,
  read: (session: ControlSession) => Promise<Result>,
): Promise<Result> {
  const beside = objects <= FEW_OBJECTS ? null : await openIfRoom(reconnecting);
  if (beside === null) return await read(session);
  try {
    return await read(beside.session);
  } finally {
    await beside.close();
  }
}

async function openIfRoom(reconnecting: Sessions['reconnecting']): Promise<AdditionalSession | null> {
  try {
    return await reconnecting.openAdditional('many');
  } catch (error) {
    if (error instanceof SluiceError && isFull(error.failure.errno)) return null;
    throw error;
  }
}
