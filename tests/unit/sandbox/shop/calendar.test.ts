import { describe, expect, it } from 'vitest';

import {
  formatDate,
  formatDateTime,
  momentOf,
  SHOP_NOW,
  SHOP_OPENED,
} from '../../../../app/sandbox/shop/calendar';

describe('calendar', () => {
  it.each([
    [0, '1970-01-01 00:00:00'],
    [-1, '1969-12-31 23:59:59'],
    [951_782_399, '2000-02-28 23:59:59'],
    [951_782_400, '2000-02-29 00:00:00'],
    [1_735_689_599, '2024-12-31 23:59:59'],
  ])('writes %d as %s', (seconds, text) => {
    expect(formatDateTime(seconds)).toBe(text);
    expect(formatDate(seconds)).toBe(text.slice(0, 10));
  });

  it('puts events between the opening and now, in order', () => {
    const moments = Array.from({ length: 100 }, (_, index) => momentOf(index + 1, 100));
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    expect(moments[0]).toBeGreaterThan(SHOP_OPENED);
    expect(moments[99]).toBeLessThan(SHOP_NOW);
  });
});
