import { describe, expect, it } from 'vitest';
import { standingOf } from '../../../../../renderer/state/runs/dump-standing';

describe('standingOf', () => {
  const proof = { provedAt: 20, loadSeconds: 1 };

  it('is what the newer one of proof and check says', () => {
    expect(standingOf(null, null)).toEqual({ kind: 'not-verified' });
    expect(standingOf(null, proof)).toEqual({ kind: 'proved', proof });
    expect(standingOf({ found: 'damaged', at: 19 }, proof)).toEqual({ kind: 'proved', proof });
    expect(standingOf({ found: 'damaged', at: 21 }, proof)).toEqual({ kind: 'damaged' });
    expect(standingOf({ found: 'failed', at: 21 }, proof)).toEqual({ kind: 'not-verified' });
  });

  it('stays a proof where a later check has found no difference', () => {
    expect(standingOf({ found: 'intact', at: 21 }, proof)).toEqual({ kind: 'proved', proof });
    expect(standingOf({ found: 'open', at: 21 }, proof)).toEqual({ kind: 'proved', proof });
  });

  it('is what the check says where there is no proof', () => {
    const kinds = (['intact', 'open', 'failed', 'damaged'] as const).map(
      (said) => standingOf({ found: said, at: 1 }, null).kind,
    );
    expect(kinds).toEqual(['verified', 'not-verified', 'not-verified', 'damaged']);
  });
});
