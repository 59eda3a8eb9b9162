import { describe, expect, it } from 'vitest';
import { splitMiddle } from '../../../../../renderer/parts/display/split-middle';

describe('splitMiddle', () => {
  it.each([
    '',
    'shop',
    'a name just long enough',
    '/home/me/Sluice dumps/shop-2026-11-22-1404',
    'x'.repeat(500),
  ])('loses nothing of %j', (text) => {
    const { start, end } = splitMiddle(text);
    expect(start + end).toBe(text);
  });

  it('keeps the date and time that dump folders end with', () => {
    expect(splitMiddle('e2e_history-2026-11-22-1404').end).toContain('2026-11-22-1404');
  });

  it('keeps a part of both halves, however short the text', () => {
    expect(splitMiddle('northern-two')).toEqual({ start: 'northe', end: 'rn-two' });
  });

  it('leaves a short name whole', () => {
    expect(splitMiddle('shop')).toEqual({ start: 'shop', end: '' });
  });
});
