import { describe, expect, it } from 'vitest';

import { countOrderItems, linesOfOrder, shopSizes } from '../../../../app/sandbox/shop/sizes';

describe('shopSizes', () => {
  it('makes 200,000 orders with about 500,000 items at full scale', () => {
    const sizes = shopSizes(1);
    expect(sizes.orders).toBe(200_000);
    expect(Math.abs(countOrderItems(sizes) - 500_000)).toBeLessThan(5_000);
  });

  it('never makes a table empty', () => {
    expect(Object.values(shopSizes(1e-9)).every((rows) => rows === 1)).toBe(true);
  });

  it.each([0, -1, NaN, Infinity])('refuses the scale %d', (scale) => {
    expect(() => shopSizes(scale)).toThrow(RangeError);
  });

  it('gives every order at least one line', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => linesOfOrder(index + 1));
    expect(Math.min(...lines)).toBe(1);
    expect(Math.max(...lines)).toBe(6);
  });
});
