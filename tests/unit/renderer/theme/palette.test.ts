import { describe, expect, it } from 'vitest';
import { INK_ON_TABLE, mixColours, TABLE_COLOURS, tableColour } from '../../../../renderer/theme/palette';

/** Relative luminance as WCAG 2.1 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const places = Array.from({ length: TABLE_COLOURS }, (_, index) => index);

describe('tableColour', () => {
  it.each(['dark', 'light'] as const)('gives every place a colour of its own in the %s theme', (theme) => {
    expect(new Set(places.map((index) => tableColour(index, theme))).size).toBe(TABLE_COLOURS);
  });

  it('repeats after the last place and holds for any index', () => {
    expect(tableColour(TABLE_COLOURS, 'dark')).toBe(tableColour(0, 'dark'));
    expect(tableColour(-1, 'dark')).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each(['dark', 'light'] as const)(
    'lets a name be read on each of the %s theme’s first eight',
    (theme) => {
      for (const index of places.slice(0, 8)) {
        expect(contrast(tableColour(index, theme), INK_ON_TABLE)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['dark', 'light'] as const)('lets a name be made out on the %s theme’s other eight', (theme) => {
    for (const index of places.slice(8)) {
      expect(contrast(tableColour(index, theme), INK_ON_TABLE)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('mixColours', () => {
  it('moves each channel by the share', () => {
    expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080');
    expect(mixColours('#102030', '#ffffff', 0)).toBe('#102030');
  });
});
