import { describe, expect, it } from 'vitest';
import { brokenViews, type CoverageGap } from '../../../../app/contract/runs/coverage';
import type { Keep } from '../../../../app/contract/jobs/keep';
import { areSpared, goingOf, lackOf } from '../../../../app/contract/jobs/going';
import { brokenWarning, gapWarnings } from '../../../../app/text/coverage';
import { sourceFailures } from '../../../../app/text/source';

const GAP: CoverageGap = {
  kind: 'table',
  schema: 'shop',
  names: ['orders'],
  more: false,
  needs: 'SELECT',
  grant: 'GRANT SELECT ON `shop`.* TO a;',
};

describe('lackOf', () => {
  const empty = sourceFailures.onlyEmptySchemas({ schemas: ['shop'] }).failure;

  it('finds a dump of nothing, and one that the account could not read all of', () => {
    expect(lackOf([empty])).toBe('nothing');
    expect(lackOf(gapWarnings([GAP]))).toBe('unreadable');
    expect(lackOf([empty, ...gapWarnings([GAP])])).toBe('unreadable');
  });

  it('takes other warnings for none', () => {
    expect(lackOf([])).toBeNull();
    expect(lackOf([sourceFailures.notConsistent().failure])).toBeNull();
    expect(lackOf([brokenWarning(brokenViews('shop', ['v']))])).toBeNull();
    const noEvent = sourceFailures.noObject({ kind: 'event', name: 'e', others: [], near: undefined });
    expect(lackOf([noEvent.failure])).toBeNull();
  });
});

/** Dumps, newest first: W is whole, P partial; a lower-case letter says that it is proved. */
function dumpsOf(kinds: string) {
  return Array.from(kinds, (kind, index) => ({
    name: `${kind}${index}`,
    madeAt: 100 - index,
    isPartial: kind.toUpperCase() === 'P',
    isProved: kind !== kind.toUpperCase(),
  }));
}

const going = (kinds: string, keep: Keep, proveEvery?: number) =>
  goingOf(dumpsOf(kinds), { keep, proveEvery }, 100).map(({ name }) => name);

describe('goingOf', () => {
  it('counts whole dumps alone', () => {
    expect(going('WWW', 2)).toEqual(['W2']);
    expect(going('PW', 1)).toEqual([]);
    expect(going('PPPW', 1)).toEqual([]);
    expect(going('WPWW', 2)).toEqual(['W3']);
  });

  it('removes partial ones behind a newer whole one, beyond those that are kept', () => {
    expect(going('WPPW', 1)).toEqual(['P1', 'P2', 'W3']);
    expect(going('WPPPWWW', 3)).toEqual(['P3', 'W6']);
    expect(going('PPPP', 1)).toEqual([]);
    expect(going('PPWP', 1)).toEqual(['P3']);
    expect(going('WPPW', null)).toEqual([]);
  });

  it('keeps the newest proved one of a job that proves, until a newer one is proved', () => {
    expect(going('WWw', 1, 2)).toEqual(['W1']);
    expect(going('WwWw', 1, 2)).toEqual(['W2', 'w3']);
    expect(going('wWw', 1, 2)).toEqual(['W1', 'w2']);
    // A proof that a dump of nothing can be restored stands for no other.
    expect(going('WpWw', 1, 1)).toEqual(['p1', 'W2']);
    // A proof by hand binds nobody.
    expect(going('Ww', 1)).toEqual(['w1']);
  });
});

describe('areSpared', () => {
  it('tells whether a partial dump has kept an older one', () => {
    expect(areSpared(dumpsOf('PW'), { keep: 1 }, 100)).toBe(true);
    expect(areSpared(dumpsOf('PW'), { keep: 2 }, 100)).toBe(false);
    expect(areSpared(dumpsOf('PW'), { keep: null }, 100)).toBe(false);
  });
});
