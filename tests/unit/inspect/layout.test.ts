import { describe, expect, it } from 'vitest';
import { said } from '../harness/engine';
import type { EngineFileReport, EngineIndex } from '../../../app/engine/tablespace';
import { fileNotes, toFileLayout, toIndexLayout } from '../../../app/inspect/layout';

const INDEX: EngineIndex = {
  indexId: 154,
  levels: 2,
  pages: 448,
  leafPages: 447,
  records: 40_000,
  dataBytes: 6_726_000,
  garbageBytes: 0,
  fill: { mean: 0.92587, p10: 0.9, belowHalf: 0.0045, histogram: [0, 447], wastedBytes: 90_977 },
  fillUnknown: null,
  order: {
    outOfOrder: 0.133,
    backward: 0.004,
    runs: 7,
    extentVisits: 64,
    extents: 24,
    lanes: 2,
    lsnDisorder: 0.005,
  },
  orderUnknown: null,
  plot: null,
};

describe('toIndexLayout', () => {
  it('gives shares as percentages with two decimals', () => {
    expect(toIndexLayout(INDEX, { table: 's.t', name: 'PRIMARY' })).toMatchObject({
      table: 's.t',
      name: 'PRIMARY',
      indexId: 154,
      fillPct: 92.59,
      belowHalfPct: 0.45,
      outOfOrderPct: 13.3,
      lsnDisorderPct: 0.5,
      unknown: [],
    });
  });

  it('says of what can’t be known why', () => {
    const layout = toIndexLayout(
      { ...INDEX, fill: null, fillUnknown: said('compressed'), order: null, orderUnknown: said('torn') },
      {},
    );
    expect(layout).toMatchObject({ fillPct: null, dataBytes: null, outOfOrderPct: null, leafPages: 447 });
    expect(layout.unknown.map(({ reason }) => reason)).toEqual(['compressed', 'torn']);
    const explained = layout.unknown.flatMap(({ figures }) => figures);
    const missing = Object.entries(layout).flatMap(([figure, value]) => (value === null ? [figure] : []));
    expect([...explained].sort()).toEqual(missing.sort());
  });
});

describe('a file that was written while it was read', () => {
  const states = { verified: 90, unverified: 0, zero: 5, wrongNumber: 1, damaged: 2 };
  const report = { states, readAgain: 7, mended: 4, indexesUnknown: null, format: {} } as EngineFileReport;

  it('has its pages counted that were torn or stale, by what became of them', () => {
    const layout = toFileLayout('t.ibd', undefined, { ...report, types: [] });
    expect(layout).toMatchObject({ checksumFailures: 3, mendedPages: 4 });
    expect(fileNotes(report)).toEqual([
      expect.stringMatching(/^3 pages torn or damaged, also when read again/),
      expect.stringMatching(/^4 pages being written .* whole when read again/),
    ]);
  });
});
