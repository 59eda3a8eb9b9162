import { SluiceError, type Failure, type FailureCode } from '../contract/failure';
import { spoken } from '../contract/language/spoken';

/** A sentence without values, or the function that makes one of them. */
type Sentence = string | ((values: never) => string);

/** One failure of a catalogue: its code, and its sentences by named values. */
interface FailureSentences {
  readonly code: FailureCode;
  readonly message: Sentence;
  /** Left out where the remedy of the code is enough; an empty one counts as left out. */
  readonly hint?: Sentence;
}

/** Facts on a failure besides its sentences: the place, the statement, the server's number. */
type Circumstances = Partial<Omit<Failure, 'code' | 'message' | 'parameters'>>;

type ValuesOf<S> = S extends (values: infer Values) => string ? Values : unknown;
type AllValues<Entry extends FailureSentences> = ValuesOf<Entry['message']> & ValuesOf<Entry['hint']>;

/** Makes the exception. Sentences without values take none. */
type Make<Entry extends FailureSentences> =
  unknown extends AllValues<Entry>
    ? (more?: Circumstances) => SluiceError
    : (values: AllValues<Entry>, more?: Circumstances) => SluiceError;

/**
 * A catalogue of failures, each as the function that makes it:
 *
 *     const sourceFailures = failures({
 *       noSchema: {
 *         code: 'unknown-schema',
 *         message: ({ name }: { readonly name: string }) => `There is no schema “${name}” that this account can see.`,
 *       },
 *     });
 *     throw sourceFailures.noSchema({ name: 'shop' });
 *
 * The values travel with the failure as its parameters.
 */
export function failures<Entries extends Readonly<Record<string, FailureSentences>>>(
  entries: Entries,
): { readonly [Name in keyof Entries]: Make<Entries[Name]> } {
  const functions = Object.entries(entries).map(([name, entry]) => [name, functionOf(entry)]);
  return Object.fromEntries(functions) as { readonly [Name in keyof Entries]: Make<Entries[Name]> };
}

function functionOf({
  code,
  message,
  hint = '',
}: FailureSentences): (...given: readonly unknown[]) => SluiceError {
  const sentences = spoken({ message, hint });
  const takesValues = typeof message === 'function' || typeof hint === 'function';
  return (...given) => {
    const [values, more] = takesValues ? given : [undefined, given[0]];
    const hintText = written(sentences.hint, values);
    return new SluiceError(code, written(sentences.message, values), {
      ...(hintText !== '' && { hint: hintText }),
      ...(values !== undefined && { parameters: values as NonNullable<Failure['parameters']> }),
      ...(more as Circumstances | undefined),
    });
  };
}

function written(sentence: Sentence, values: unknown): string {
  return typeof sentence === 'string' ? sentence : sentence(values as never);
}
