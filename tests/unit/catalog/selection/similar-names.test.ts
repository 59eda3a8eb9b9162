import { describe, expect, it } from 'vitest';
import { similarTo } from '../../../../app/catalog/selection/similar-names';

describe('similarTo', () => {
  it.each([
    ['ORDERS', 'orders'],
    ['ordres', 'orders'],
    ['oders', 'orders'],
    ['große', 'Größe'],
    ['cafe', 'café'],
  ])('takes %s for a slip of %s', (typed, meant) => {
    expect(similarTo(typed, ['x', meant, 'something_else'])).toBe(meant);
  });

  it.each([
    ['ab', 'cd'],
    ['a', 'b'],
    ['orders', 'customers'],
    ['', 'a'],
  ])('does not take %s for %s', (typed, other) => {
    expect(similarTo(typed, [other])).toBeUndefined();
  });

  it('takes the nearest of several', () => {
    expect(similarTo('order', ['border', 'Order', 'orders'])).toBe('Order');
  });
});
