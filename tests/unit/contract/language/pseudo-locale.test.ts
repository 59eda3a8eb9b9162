import { describe, expect, it } from 'vitest';
import { inLanguage, languageOf } from '../../../../app/contract/language/language';

const english = {
  title: 'Table',
  long: 'Everything that the account can read is dumped, but no accounts.',
  symbol: '—',
  nested: { count: (rows: number, table: string) => `${String(rows)} rows of ${table} in the table` },
  list: ['One', 'Two'],
  purpose: (lack: { readonly purpose: string; readonly on: string }) => `For ${lack.purpose} on ${lack.on}`,
  kinds: (kind: { readonly name: string }) => ({ title: `Load ${kind.name}` }),
} as const;
const strange = inLanguage(english, 'en-XA');

describe('the pseudo-locale', () => {
  it('shows that a sentence comes from a catalogue', () => {
    expect(strange.title).toBe('[!! Ŧȧƀŀḗ !!]');
    expect(strange.list).toEqual(['[!! Ǿƞḗ !!]', '[!! Ŧẇǿ !!]']);
  });

  it('is forty per cent longer, also where the sentence is long', () => {
    expect(strange.long.length).toBeGreaterThanOrEqual(Math.ceil(english.long.length * 1.4));
    expect(strange.long).not.toMatch(/[a-z]/i);
  });

  it('leaves what has no words, and what a sentence is given, as it is', () => {
    expect(strange.symbol).toBe('—');
    expect(strange.nested.count(7, 'tab')).toBe('[!! 7 řǿẇş ǿƒ tab īƞ ŧħḗ tabŀḗ ~ ~ !!]');
    expect(strange.purpose({ purpose: 'views', on: 'shop' })).toMatch(/^\[!! Ƒǿř ṽīḗẇş ǿƞ shop/);
    expect(strange.kinds({ name: 'shop' }).title).toBe('[!! Ŀǿȧḓ shop !!]');
  });

  it('is chosen by its name; anything else is English', () => {
    expect(['en-XA', 'en', 'tlh', '', null, undefined].map(languageOf)).toEqual([
      'en-XA',
      ...['en', 'en', 'en', 'en', 'en'],
    ]);
    expect(inLanguage(english, 'en')).toBe(english);
  });
});
