import { describe, expect, it } from 'vitest';
import { literalOf, matchesPattern, patternOf } from '../../../../app/contract/commands/pattern';

describe('matchesPattern', () => {
  it.each([
    ['orders', 'orders', true],
    ['orders', 'Orders', false],
    ['ord%', 'orders', true],
    ['*ers', 'orders', true],
    ['%', '', true],
    ['a%c', 'a.b\nc', true],
    ['a_c', 'abc', false],
    ['a.c', 'abc', false],
    ['100\\%', '100%', true],
    ['100\\%', '1000', false],
    ['(a|b)[c]$', '(a|b)[c]$', true],
    ['täg%', 'täglich', true],
    ['😀*', '😀!', true],
  ])('%s against %s: %s', (pattern, name, matches) => {
    expect(matchesPattern(pattern, name)).toBe(matches);
  });
});

describe('patternOf', () => {
  it.each(['orders', '100%', 'a*b', 'back\\slash', '\\%', '-dash', '/slash'])('matches just “%s”', (name) => {
    const pattern = patternOf(name);
    expect(matchesPattern(pattern, name)).toBe(true);
    expect(matchesPattern(pattern, `${name}x`)).toBe(false);
    expect(literalOf(pattern)).toBe(name);
  });
});

describe('literalOf', () => {
  it('is null for a pattern with wildcards', () => {
    expect(literalOf('a%')).toBeNull();
    expect(literalOf('*')).toBeNull();
  });
});
