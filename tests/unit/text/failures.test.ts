import { describe, expect, it } from 'vitest';
import { failures } from '../../../app/text/failures';

const made = failures({
  plain: { code: 'lock-timeout', message: 'The lock was not granted.' },
  named: {
    code: 'unknown-schema',
    message: ({ name }: { readonly name: string }) => `There is no schema “${name}”.`,
    hint: ({ near }: { readonly near: string | undefined }) =>
      near === undefined ? '' : `Did you mean “${near}”?`,
  },
});

describe('a catalogue of failures', () => {
  it('makes a failure without values, with the remedy of its code', () => {
    expect(made.plain({ table: 'shop.orders' }).failure).toEqual({
      code: 'lock-timeout',
      message: 'The lock was not granted.',
      hint: 'Wait for the long-running statements to end, then start again.',
      table: 'shop.orders',
      retryable: false,
    });
  });

  it('puts values into both sentences, and sends them along', () => {
    const { message, hint, parameters } = made.named({ name: 'shpo', near: 'shop' }).failure;
    expect({ message, hint, parameters }).toEqual({
      message: 'There is no schema “shpo”.',
      hint: 'Did you mean “shop”?',
      parameters: { name: 'shpo', near: 'shop' },
    });
  });

  it('takes the remedy of the code where its own hint is empty', () => {
    expect(made.named({ name: 'shpo', near: undefined }).failure.hint).toBe(
      'Check the spelling; schema names may be case-sensitive.',
    );
  });
});
