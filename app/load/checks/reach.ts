import { withSessions } from '../../catalog/session/with-sessions';
import type { Cancellation } from '../../engine/cancellation';
import { assertMemory } from '../../engine/job';
import { assertUnguarded } from '../../target/guard';
import { assertTargetReady } from '../../target/preflight';
import type { LoadRequest } from '../request';

/**
 * Refuses a target that can’t be signed in to, or takes no load whatever the dump holds. It is for a dump that takes long to come: the
 * load asks again.
 *
 * @param purpose a `look` needs a target only to be there
 */
export async function assertReachable(
  request: Pick<LoadRequest, 'endpoint' | 'profile' | 'guard' | 'options'>,
  purpose: 'load' | 'look',
  cancellation: Cancellation,
): Promise<void> {
  assertMemory(request.options);
  if (purpose === 'load') assertUnguarded(request);
  await withSessions(request.endpoint, cancellation, async (sessions) => {
    const session = await sessions.open();
    if (purpose === 'load') await assertTargetReady(session);
  });
}
