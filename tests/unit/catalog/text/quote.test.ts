import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteName, quoteTable, quoteText } from '../../../../app/catalog/text/quote';

describe('quoteName', () => {
  it('doubles the backticks of a name, so that none can end it', () => {
    expect(quoteName('a`; DROP TABLE b; --')).toBe('`a``; DROP TABLE b; --`');
  });

  it('says every name in a way that reads back as that name', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\\', '.') }), (name) => {
        const quoted = quoteName(name);
        expect(quoted).toMatch(/^`(?:[^`]|``)*`$/);
        expect(quoted.slice(1, -1).replace(/``/g, '`')).toBe(name);
      }),
    );
  });

  it('keeps the dots of a table inside its own quotes', () => {
    expect(quoteTable('my.schema', 'a.b')).toBe('`my.schema`.`a.b`');
  });
});

describe('quoteText', () => {
  it.each([
    ['O’Brien', "'O’Brien'"],
    ["it's", "'it\\'s'"],
    ['C:\\', "'C:\\\\'"],
    ['a\0b', "'a\\0b'"],
    ['', "''"],
  ])('writes %j as %s', (text, literal) => {
    expect(quoteText(text)).toBe(literal);
  });

  it('lets no text end its own literal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '\\', 'a', '\n', '\0') }), (text) => {
        const literal = quoteText(text);
        expect(literal).toMatch(/^'(?:[^'\\]|\\[^])*'$/);
        const read = literal.slice(1, -1).replace(/\\([^])/g, (_, c: string) => (c === '0' ? '\0' : c));
        expect(read).toBe(text);
      }),
    );
  });
});
