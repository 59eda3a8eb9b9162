import { describe, expect, it } from 'vitest';

import { encodeRow } from '../../../../app/sandbox/shop/rows';

describe('encodeRow', () => {
  it('separates values by tabs and ends the line', () => {
    expect(encodeRow([1, 'two', 3.5])).toBe('1\ttwo\t3.5\n');
  });

  it('distinguishes NULL, the empty text and the text \\N', () => {
    expect(encodeRow([null, '', '\\N'])).toBe('\\N\t\t\\\\N\n');
  });

  it('escapes what would end a value or a line', () => {
    expect(encodeRow(['a\tb\nc\rd\0e\\f'])).toBe('a\\tb\\nc\\rd\\0e\\\\f\n');
  });

  it('leaves text of other scripts and quotes alone', () => {
    expect(encodeRow(['Ελένη "👩‍👩‍👧" \'的\''])).toBe('Ελένη "👩‍👩‍👧" \'的\'\n');
  });
});
