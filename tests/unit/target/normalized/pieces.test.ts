import { describe, expect, it } from 'vitest';
import { piecesOf, spelled } from '../../../../app/target/normalized/pieces';

const kinds = (text: string) => piecesOf(text).map(({ kind }) => kind);

describe('the pieces of a definition', () => {
  it('are words in capitals, names, texts, signs, and what stands in parentheses', () => {
    expect(piecesOf("`a``b` int(4) DEFAULT 'it''s' = /*!80000 x */")).toEqual([
      { kind: 'name', text: 'a`b' },
      { kind: 'word', text: 'INT' },
      { kind: 'group', pieces: [{ kind: 'word', text: '4' }] },
      { kind: 'word', text: 'DEFAULT' },
      { kind: 'literal', text: "it's" },
      { kind: 'sign', text: '=' },
      { kind: 'word', text: 'X' },
    ]);
  });

  it('are words with the signs of their exponents, and sums with spaces or without', () => {
    expect(piecesOf('15.25e-20 20E+3 1.e-5')).toEqual([
      ...['15.25E-20', '20E+3', '1.E-5'].map((text) => ({ kind: 'word', text })),
    ]);
    expect(kinds('`e`-20')).toEqual(['name', 'sign', 'word']);
    expect(kinds('e-20')).toEqual(['word', 'sign', 'word']);
  });

  it('are read to the end where a parenthesis or a quote is missing', () => {
    expect(kinds('a ) b')).toEqual(['word', 'sign', 'word']);
    expect(kinds("'a b c")).toEqual(['literal']);
    expect(kinds("'a b \\")).toEqual(['literal']);
    expect(kinds("'a `")).toEqual(['literal']);
    expect(kinds('`a b')).toEqual(['name']);
  });

  it('have one spelling, which separates texts from words', () => {
    expect(spelled(piecesOf("enum('A', b) ((`c`))"))).toBe("ENUM ('A' , B) ((c))");
  });
});
