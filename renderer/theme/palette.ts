import type { Theme } from './appearance';

/**
 * Colours for tables, by the table's index in its run. Eight hues that people with any of the common colour
 * vision deficiencies can tell apart (after Okabe and Ito, with lightness alternating between neighbours), then
 * the same hues a step towards the background.
 */
const HUES: Readonly<Record<Theme, readonly string[]>> = {
  dark: ['#56b4e9', '#e69f00', '#2bb68b', '#d98cb8', '#efe06a', '#5d8df0', '#e8754c', '#a9b4bd'],
  light: ['#4fa8dd', '#e5a01d', '#1a9c74', '#cc79a7', '#e6d44a', '#4c8ae0', '#d65f2b', '#8a959e'],
};

const GROUND: Readonly<Record<Theme, string>> = { dark: '#191d21', light: '#ffffff' };

/** Ink that is readable on any of the table colours. */
export const INK_ON_TABLE = '#0d1418';

export const TABLE_COLOURS = HUES.dark.length * 2;

/** The colour of a table, as `#rrggbb`. */
export function tableColour(index: number, theme: Theme): string {
  const hues = HUES[theme];
  const place = ((index % TABLE_COLOURS) + TABLE_COLOURS) % TABLE_COLOURS;
  const hue = hues[place % hues.length] ?? '#888888';
  return place < hues.length ? hue : mixColours(hue, GROUND[theme], 0.4);
}

/** Moves `from` towards `to` by `share` (0 to 1); both and the answer are `#rrggbb`. */
export function mixColours(from: string, to: string, share: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const a = parseInt(from.slice(at, at + 2), 16);
    const b = parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
