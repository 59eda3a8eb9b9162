import { ipcRenderer } from 'electron';
import type { Bridge, Reply } from '../contract/channels';
import { requestSchemas, type RequestArgument, type RequestName } from '../contract/requests';
import { SluiceError } from '../contract/failure';
import { REQUEST_CHANNEL } from './channels';

/** Asks main. An argument that is not as agreed goes no further than here; a refusal is a reply like any other. */
export const request: Bridge['request'] = async <N extends RequestName>(
  name: N,
  argument: RequestArgument<N>,
): Promise<Reply<N>> => {
  const schema = Object.keys(requestSchemas).includes(name) ? requestSchemas[name] : null;
  if (schema?.safeParse(argument).success !== true) {
    return refused(`The request “${name}” is not as agreed.`);
  }
  const reply: unknown = await ipcRenderer.invoke(REQUEST_CHANNEL, name, argument);
  return isReply<N>(reply) ? reply : refused(`The answer to “${name}” is not as agreed.`);
};

function refused(message: string): { readonly kind: 'failed'; readonly failure: SluiceError['failure'] } {
  return { kind: 'failed', failure: new SluiceError('channel-refused', message).failure };
}

/** Main is trusted: its replies are checked in outline, so that a defect shows itself here and not on some screen. */
function isReply<N extends RequestName>(reply: unknown): reply is Reply<N> {
  if (typeof reply !== 'object' || reply === null) return false;
  const { kind, value, failure } = reply as Record<string, unknown>;
  return kind === 'ok'
    ? value !== undefined
    : kind === 'failed' && typeof failure === 'object' && failure !== null;
}
