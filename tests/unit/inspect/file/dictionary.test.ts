import { describe, expect, it } from 'vitest';
import { likeText, namePattern, partitionOf } from '../../../../app/inspect/file/dictionary';

describe('namePattern', () => {
  it.each([
    ['shop', 'orders', 'shop/orders'],
    ['shop', 'order_items', 'shop/order\\_items'],
    ['we-ird', 'a b#1', 'we@002dird/a@0020b@00231'],
    // The server writes é as @0p; its other codes are as hard to know.
    ['shop', 'été', 'shop/@%t@%'],
    ['shop', '😀', 'shop/@%'],
  ])('%s.%s is %s', (schema, table, pattern) => {
    expect(namePattern(schema, table)).toBe(pattern);
  });
});

describe('partitionOf', () => {
  it.each([
    ['shop/orders', null],
    ['shop/orders#p#p0', 'p0'],
    ['shop/orders#P#p0', 'p0'],
    ['shop/orders#p#p2#sp#p2sp1', 'p2sp1'],
    ['shop/orders#P#a@002d1#SP#a@002d1sp0', 'a-1sp0'],
    ['orders#P#p0', 'p0'],
  ])('of %s is %s', (name, partition) => {
    expect(partitionOf(name)).toBe(partition);
  });
});

describe('likeText', () => {
  it('stands for nothing but itself', () => {
    expect(likeText('50%_\\')).toBe('50\\%\\_\\\\');
  });
});
