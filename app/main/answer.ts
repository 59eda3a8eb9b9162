import type { Answers, Reply } from '../contract/channels';
import { requestSchemas, type RequestArgument, type RequestName } from '../contract/requests';
import { SluiceError, type Failure } from '../contract/failure';
import { mainFailures } from '../text/main';

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
  if (!isRequestName(name)) return refusal(mainFailures.unknownRequest());
  const checked = requestSchemas[name].safeParse(argument);
  if (!checked.success) {
    logError(name, checked.error);
    return refusal(mainFailures.malformedRequest({ request: name }));
  }
  try {
    const handler = handlers[name] as (
      argument: unknown,
    ) => Answers[RequestName] | Promise<Answers[RequestName]>;
    return { kind: 'ok', value: await handler(checked.data) };
  } catch (error) {
    if (error instanceof SluiceError) return refusal(error);
    logError(name, error);
    // An unknown error's own words may hold a path or a secret: they stay in the log.
    return refusal(mainFailures.unexpected());
  }
}

/** The reply to a request that failed. */
export function refusal({ failure }: SluiceError): { readonly kind: 'failed'; readonly failure: Failure } {
  return { kind: 'failed', failure };
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.keys(requestSchemas).includes(name);
}
