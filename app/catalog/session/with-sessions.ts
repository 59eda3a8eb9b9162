import type { Cancellation } from '../../engine/cancellation';
import type { Endpoint } from '../connect/endpoint';
import { withRoute } from '../connect/route';
import { ControlSessions } from './sessions';

/** Works with sessions on a server, over its tunnel where it has one; both are gone when the work ends. */
export async function withSessions<T>(
  server: Endpoint,
  cancellation: Cancellation,
  work: (sessions: ControlSessions) => Promise<T>,
): Promise<T> {
  const onCancel = (abort: () => void) => cancellation.onCancel(abort);
  return await withRoute(
    server,
    async (endpoint) => {
      const sessions = new ControlSessions(endpoint, cancellation);
      try {
        return await work(sessions);
      } finally {
        await sessions.close();
      }
    },
    { onCancel },
  );
}
