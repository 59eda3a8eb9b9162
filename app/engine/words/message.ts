import { engineMessages } from '../../text/engine/messages';
import { shownPath } from './spooled-input';

type Sentences = typeof engineMessages;

type EngineValue = string | number | EngineMessage | readonly EngineMessage[];

/** A sentence of {@link engineMessages} without its words (`Message` in native/engine/support/message.h). */
interface Sentence {
  readonly key: keyof Sentences;
  /** Those that the sentence takes; a message among them is worded before. */
  readonly parameters: Readonly<Record<string, EngineValue>>;
}

/** Words of a server, a library or the system, repeated as they are. */
interface Repeated {
  readonly key: 'said';
  readonly parameters: { readonly text: string };
}

/** A message of the engine. */
export type EngineMessage = Sentence | Repeated;

/** Words a message. */
export function wordsOf(message: EngineMessage): string {
  if (message.key === 'said') return message.parameters.text;
  const sentence: string | ((values: never) => string) = engineMessages[message.key];
  return typeof sentence === 'string' ? sentence : sentence(valuesOf(message) as never);
}

/** The values of a message that a script may want, with words for the messages among them. */
export function valuesOf({ parameters }: EngineMessage): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const words = worded(value);
      return [name, name === 'file' && typeof words === 'string' ? shownPath(words) : words];
    }),
  );
}

function worded(value: EngineValue): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return isList(value) ? value.map(wordsOf).join(', ') : wordsOf(value);
}

function isList(value: EngineMessage | readonly EngineMessage[]): value is readonly EngineMessage[] {
  return Array.isArray(value);
}
