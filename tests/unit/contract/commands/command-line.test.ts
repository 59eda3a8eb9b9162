import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLine, readWords } from '../../../../app/contract/commands/command-line';
import { words } from '../../command-words';

const word = fc.string({
  minLength: 1,
  maxLength: 8,
  unit: fc.constantFrom(...Array.from(' ab\'"\\$`|&;<>()*?~#!=-é')),
});

describe('a command that is read without a shell', () => {
  it('has the words that were quoted for one', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (wanted) => {
        expect(readWords(commandLine(wanted))).toEqual({ kind: 'words', words: wanted });
      }),
    );
  });

  it.each([
    `pass show databases/orders`,
    `  op   read "op://vault/db 1/password"  `,
    `a"b c"'d e'f\\ g`,
    `say "a \\" and \\\\ and \\$HOME and \\n" ''`,
    `one\\\\two`,
  ])('is taken apart as a shell does it: %s', (text) => {
    expect(readWords(text)).toEqual({ kind: 'words', words: words(text) });
  });

  it.each([
    'cat x | head',
    'a; b',
    'a && b',
    'a > b',
    'echo $HOME',
    'echo "$HOME"',
    'echo `id`',
    'ls *',
    '~/x',
  ])('is refused where a shell would do more than take it apart: %s', (text) => {
    expect(readWords(text)).toEqual({ kind: 'refused', why: 'needs-shell' });
  });

  it.each(["echo 'x", 'echo "x', 'echo x\\'])('is refused with an open quote: %s', (text) => {
    expect(readWords(text)).toEqual({ kind: 'refused', why: 'open-quote' });
  });

  it.each(['', '  ', "''", '"" x'])('is refused where it names no program: “%s”', (text) => {
    expect(readWords(text)).toEqual({ kind: 'refused', why: 'empty' });
  });
});
