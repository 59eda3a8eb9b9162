import { describe, expect, it } from 'vitest';
import { productOf } from '../../../app/contract/product';

describe('productOf', () => {
  it.each([
    ['9.7.4', 'MySQL 9.7.4'],
    ['8.0.36-28', 'MySQL 8.0.36-28'],
    ['10.11.19-MariaDB-0+deb12u1', 'MariaDB 10.11.19'],
    ['5.5.5-10.11.19-MariaDB-log', 'MariaDB 10.11.19'],
  ])('%s is %s', (version, product) => {
    expect(productOf(version)).toBe(product);
  });
});
