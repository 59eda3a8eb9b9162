import type { Answers, Reply } from '../contract/channels';
import { requestSchemas, type RequestArgument, type RequestName } from '../contract/requests';
import { FAILURE_CODES, SluiceError, type Failure } from '../contract/failure';

/** One handler per request: the whole of what a window can ask for. */
export type Handlers = {
  readonly [N in RequestName]: (argument: RequestArgument<N>) => Answers[N] | Promise<Answers[N]>;
};

/**
 * Logs an error that can't be shown in the window, with the request's name and no argument (it may hold a password).
 */
export type Complain = (request: string, error: unknown) => void;

/** Checks a request against the contract, has it handled and makes every failure a reply. Never rejects. */
export async function answer(
  handlers: Handlers,
  name: unknown,
  argument: unknown,
  logError: Complain,
): Promise<Reply<RequestName>> {
  if (!isRequestName(name)) return refusal('The window asked for something that does not exist.');
  const checked = requestSchemas[name].safeParse(argument);
  if (!checked.success) {
    logError(name, checked.error);
    return refusal(`The request “${name}” is not as agreed.`);
  }
  try {
    const handler = handlers[name] as (
      argument: unknown,
    ) => Answers[RequestName] | Promise<Answers[RequestName]>;
    return { kind: 'ok', value: await handler(checked.data) };
  } catch (error) {
    if (error instanceof SluiceError) return { kind: 'failed', failure: error.failure };
    logError(name, error);
    return { kind: 'failed', failure: unexpected() };
  }
}

/** A refusal of the channel itself, as opposed to a failure of the work. */
export function refusal(message: string): { readonly kind: 'failed'; readonly failure: Failure } {
  return { kind: 'failed', failure: new SluiceError('channel-refused', message).failure };
}

/** An unknown error's own words may hold a path or a secret: they stay in the log. */
function unexpected(): Failure {
  const { remedy } = FAILURE_CODES.internal;
  return { code: 'internal', message: 'Something unexpected went wrong.', hint: remedy, retryable: false };
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.keys(requestSchemas).includes(name);
}
