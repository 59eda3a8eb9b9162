import { connect } from '../catalog/connect/connect';
import type { Endpoint } from '../catalog/connect/endpoint';
import type { ControlSession } from '../catalog/session/control-session';
import type { Cancellation } from '../engine/cancellation';

export interface SessionsRequest {
  readonly endpoint: Endpoint;
  /** Sessions at once. */
  readonly threads: number;
  readonly cancellation: Cancellation;
  /** Sets what the work needs on each session. */
  readonly prepare?: (session: ControlSession) => Promise<void>;
}

/** Does work on each item, on several sessions at once. The results are in the items' order; the first failure ends it. */
export async function onSessions<T, R>(
  { endpoint, threads, cancellation, prepare }: SessionsRequest,
  items: readonly T[],
  work: (session: ControlSession, item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array<R>(items.length);
  const queue = items.entries();
  let hasFailed = false;
  const drain = async () => {
    const session = await connect(endpoint);
    const stopListening = cancellation.onCancel(() => session.destroy());
    try {
      await prepare?.(session);
      for (const [at, item] of queue) {
        if (hasFailed) return;
        results[at] = await work(session, item);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      stopListening();
      await session.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(threads, items.length) }, drain));
  } finally {
    cancellation.throwIfCancelled();
  }
  return results;
}
