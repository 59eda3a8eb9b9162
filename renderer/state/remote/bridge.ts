import type { Answers, Bridge, NoticeName, Notices } from '../../../app/contract/channels';
import type { RequestArgument, RequestName } from '../../../app/contract/requests';
import { SluiceError, type Failure } from '../../../app/contract/failure';
import { text } from '../../text';

declare global {
  interface Window {
    readonly sluice: Bridge;
  }
}

/** Requests that start a run: asked again with the same words while one is under way, it is the same run. */
const STARTS: ReadonlySet<RequestName> = new Set<RequestName>([
  ...(['dump/start', 'load/start', 'migrate/start', 'verify/start', 'verify/compare'] as const),
  ...(['history/repeat', 'history/roll-back', 'jobs/run'] as const),
]);
const starting = new Map<string, Promise<unknown>>();

/** Asks main. A refusal becomes a {@link SluiceError}, so that callers read as if the work were done here. */
export async function request<N extends RequestName>(
  name: N,
  argument: RequestArgument<N>,
): Promise<Answers[N]> {
  if (!STARTS.has(name)) return await ask(name, argument);
  const key = JSON.stringify([name, argument]);
  // Under this key stands what was asked by this name.
  const earlier = starting.get(key) as Promise<Answers[N]> | undefined;
  if (earlier !== undefined) return await earlier;
  const answer = ask(name, argument).finally(() => starting.delete(key));
  starting.set(key, answer);
  return await answer;
}

async function ask<N extends RequestName>(name: N, argument: RequestArgument<N>): Promise<Answers[N]> {
  const reply = await window.sluice.request(name, argument);
  if (reply.kind === 'failed') throw SluiceError.from(reply.failure);
  return reply.value;
}

export function subscribe<N extends NoticeName>(name: N, listener: (notice: Notices[N]) => void): () => void {
  return window.sluice.subscribe(name, listener);
}

/** The failure inside whatever was thrown; what is not one of ours is a defect and says so. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof SluiceError) return thrown.failure;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new SluiceError('internal', `${text.common.unexpected} ${message}`).failure;
}
