import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../app/format/encoded-text';
import { windows1252Text } from '../../../../app/format/letters/one-byte';

describe('windows1252Text', () => {
  it('gives each byte the character that both servers give it', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = windows1252Text(bytes);
    expect(text).toHaveLength(256);
    expect(text.slice(0, 0x80)).toBe(Buffer.from(bytes.subarray(0, 0x80)).toString('ascii'));
    expect(text.slice(0x80, 0xa0).replace(/[\x80-\x9f]/g, '')).toBe('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
    expect(text.slice(0xa0)).toBe(Buffer.from(bytes.subarray(0xa0)).toString('latin1'));
  });
});

describe('textOf', () => {
  it.each([
    ['latin1', '5\x80 \x93x\x94', '5€ “x”'],
    ['cp1251', '\xcf\xf0\xe8', 'При'],
    ['KOI8R', '\xf0\xd2\xc9', 'При'],
  ])('shows texts in %s', (charset, bytes, text) => {
    expect(textOf(Buffer.from(bytes, 'latin1'), charset)).toBe(text);
  });

  it('is null for a character set that is not known', () => {
    expect(textOf(Buffer.from('x'), 'swe7')).toBeNull();
  });
});
