import { describe, expect, it } from 'vitest';
import type { IndexLayout, TableLayout } from '../../../../../app/contract/pages/inspection';
import { judge } from '../../../../../renderer/state/inspect/verdict';
import { index, inspection } from '../../../inspect/fixtures';

function verdictOf(more: Partial<IndexLayout>, isClustered = true) {
  const known = index({
    table: 's.t',
    leafPages: 1000,
    records: 70_000,
    fillPct: 93,
    outOfOrderPct: 1,
    ...more,
  });
  return judge(known, inspection([known]).tables[0] as TableLayout, isClustered);
}

describe('judge', () => {
  it('leaves a dense index in order alone', () => {
    expect(verdictOf({})).toEqual({ kind: 'good' });
  });

  it('says nothing of what it does not know or what is too small', () => {
    expect(verdictOf({ fillPct: null })).toEqual({ kind: 'unknown' });
    expect(verdictOf({ leafPages: 10, fillPct: 20 })).toEqual({ kind: 'small' });
  });

  it('shows the gain and the cost of a rebuild', () => {
    expect(verdictOf({ fillPct: 60, wastedBytes: 5_000_000 })).toEqual({
      kind: 'rebuild',
      problem: 'loose',
      index: 'clustered',
      freedBytes: 5_000_000,
      writtenBytes: 1000 * 16_384 - 5_000_000,
      wideRows: false,
    });
  });

  it('distinguishes disorder from low fill, and one index from another', () => {
    expect(verdictOf({ outOfOrderPct: 40 })).toMatchObject({ problem: 'scattered', index: 'clustered' });
    const both = verdictOf({ fillPct: 60, outOfOrderPct: 100 }, false);
    expect(both).toMatchObject({ problem: 'both', index: 'secondary' });
  });

  it('distinguishes interleaved lanes from pages without order', () => {
    const interleaved = { outOfOrderPct: 40, backwardPct: 0.3, lanes: 4 };
    expect(verdictOf(interleaved)).toEqual({ kind: 'interleaved', lanes: 4, writtenBytes: 1000 * 16_384 });
    expect(verdictOf({ ...interleaved, fillPct: 60 })).toMatchObject({ kind: 'rebuild', problem: 'loose' });
    expect(verdictOf({ ...interleaved, backwardPct: 12 })).toMatchObject({ problem: 'scattered' });
    expect(verdictOf({ ...interleaved, lanes: 300 })).toMatchObject({ problem: 'scattered' });
    expect(verdictOf({ ...interleaved, lanes: 1 })).toMatchObject({ problem: 'scattered' });
  });

  it('warns where rows are wide', () => {
    expect(verdictOf({ fillPct: 70, records: 5000 })).toMatchObject({ wideRows: true });
  });
});
