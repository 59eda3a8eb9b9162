import { describe, expect, it } from 'vitest';
import { fitMiddle, glyphsOf } from '../../../../../renderer/parts/display/fit-middle';

const GLYPH_WIDTH = 10;

/** As a text of glyphs of one width is shown in that many of them. */
function shown(text: string, columns: number): string {
  const glyphs = glyphsOf(text);
  const widthOf = (from: number, to: number) => (to - from) * GLYPH_WIDTH;
  const fitted = fitMiddle(glyphs.length, columns * GLYPH_WIDTH, GLYPH_WIDTH, widthOf);
  if (fitted === null) return text;
  const start = glyphs.slice(0, fitted.start).join('');
  return `${start}…${glyphs.slice(glyphs.length - fitted.end).join('')}`;
}

describe('glyphsOf', () => {
  it.each(['', 'shop', '/home/me/Sluice dumps/shop-2026-11-22-1404', 'ü𝒳e\u0301', '\u0301e'])(
    'loses nothing of %j',
    (text) => {
      expect(glyphsOf(text).join('')).toBe(text);
    },
  );

  it('keeps a mark with its letter, and a surrogate pair whole', () => {
    expect(glyphsOf('e\u0301𝒳')).toEqual(['e\u0301', '𝒳']);
  });
});

describe('fitMiddle', () => {
  it('leaves a text whole that fits, whatever its length', () => {
    expect(shown('Fill the copy', 13)).toBe('Fill the copy');
    expect(shown('shop', 4)).toBe('shop');
    expect(shown('x'.repeat(500), 500)).toBe('x'.repeat(500));
  });

  it('uses all the room there is', () => {
    for (let columns = 1; columns < 40; columns += 1) {
      expect(glyphsOf(shown('/home/me/Sluice dumps/shop-2026-11-22-1404', columns))).toHaveLength(columns);
    }
  });

  it('keeps the date and time that dump folders end with', () => {
    expect(shown('e2e_history-2026-11-22-1404', 22)).toContain('2026-11-22-1404');
  });

  it('keeps a part of both ends, however little room there is', () => {
    expect(shown('Fill the copy', 9)).toBe('Fill…copy');
    expect(shown('northern-two', 5)).toBe('no…wo');
  });

  it('never cuts a glyph', () => {
    expect(shown('e\u0301'.repeat(9), 5)).toBe('e\u0301e\u0301…e\u0301e\u0301');
  });
});
