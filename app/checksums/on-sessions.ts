import type { Endpoint } from '../catalog/connect/endpoint';
import type { ControlSession } from '../catalog/session/control-session';
import { settleAll } from '../catalog/collections/settle';
import { ControlSessions } from '../catalog/session/sessions';
import type { Cancellation } from '../engine/cancellation';

export interface SessionsRequest {
  readonly endpoint: Endpoint;
  /** Sessions at once. */
  readonly threads: number;
  readonly cancellation: Cancellation;
  /** Sets what the work needs on each session. */
  readonly prepare?: (session: ControlSession) => Promise<void>;
}

/**
 * Does work on each item, on several sessions at once, numbered from 0. The results are in the items' order; the first failure ends it, and a
 * cancel ends the statements on the server too.
 */
export async function onSessions<T, R>(
  { endpoint, threads, cancellation, prepare }: SessionsRequest,
  items: readonly T[],
  work: (session: ControlSession, item: T, lane: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array<R>(items.length);
  const queue = items.entries();
  const sessions = new ControlSessions(endpoint, cancellation);
  let hasFailed = false;
  const drain = async (lane: number) => {
    try {
      const session = await sessions.open();
      await prepare?.(session);
      for (const [at, item] of queue) {
        if (hasFailed) return;
        cancellation.throwIfCancelled();
        results[at] = await work(session, item, lane);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  try {
    await settleAll(Array.from({ length: Math.min(threads, items.length) }, (_, lane) => drain(lane)));
  } finally {
    await sessions.close();
    cancellation.throwIfCancelled();
  }
  return results;
}
