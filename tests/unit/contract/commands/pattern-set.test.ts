import { expect, test } from 'vitest';
import { PatternSet } from '../../../../app/contract/commands/pattern-set';

test('a name is in a set where one of its patterns matches it, with wildcards or without', () => {
  const set = new PatternSet(['shop', 'log_%', 'a\\%b']);
  expect(['shop', 'shop2', 'log_1', 'log', 'a%b', 'axb'].filter((name) => set.has(name))).toEqual([
    'shop',
    'log_1',
    'a%b',
  ]);
});

test('a set without patterns has no name, and one that was added later counts', () => {
  const set = new PatternSet();
  expect(set.has('shop')).toBe(false);
  set.add('sh*');
  expect(set.has('shop')).toBe(true);
});
