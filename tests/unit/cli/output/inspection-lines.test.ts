import { describe, expect, it } from 'vitest';
import { comparisonLines, inspectionLines } from '../../../../app/cli/output/inspection-lines';
import { compareInspections } from '../../../../app/inspect/compare';
import { index, inspection } from '../../inspect/fixtures';

const PRIMARY = index({
  table: 's.t',
  name: 'PRIMARY',
  leafPages: 1482,
  fillPct: 92.93,
  fillP10Pct: 92.46,
  belowHalfPct: 0.07,
  outOfOrderPct: 0,
  backwardPct: 0,
  runs: 8,
  extentVisits: 24,
  extents: 24,
  lsnDisorderPct: 0,
  wastedBytes: 91_000,
});

describe('inspectionLines', () => {
  it('aligns figures under their titles', () => {
    const lines = inspectionLines(inspection([PRIMARY, index({ table: 's.t', name: 'k', leafPages: 9 })]));
    expect(lines).toEqual([
      's.t: from file t.ibd; every page.',
      'index    leaf pages  fill %  p10 %  < half %  in order %  backward %  runs  visits/extents   wasted',
      'PRIMARY       1,482    92.9   92.5       0.1       100.0         0.0     8           24/24  91.0 kB',
      'k                 9       –      –         –           –           –     –               –        –',
    ]);
  });

  it('says each reason once', () => {
    const reason = { figures: ['fillPct'], reason: 'Nobody looked' };
    const unseen = (name: string) => index({ table: 's.t', name, unknown: [reason] });
    const lines = inspectionLines(inspection([unseen('a'), unseen('b')]));
    expect(lines.filter((line) => line.includes('Nobody looked'))).toEqual(['– Nobody looked.']);
  });

  it('names an index of a bare file by its id', () => {
    expect(
      inspectionLines(inspection([index({ indexId: 154 })])).some((line) => line.startsWith('index 154 ')),
    ).toBe(true);
  });
});

describe('comparisonLines', () => {
  it('shows before, after and the change with its sign', () => {
    const before = inspection([{ ...PRIMARY, leafPages: 2091, outOfOrderPct: 30, runs: 8 }]);
    const after = inspection([{ ...PRIMARY, backwardPct: null }]);
    const lines = comparisonLines(compareInspections(before, after));
    const line = (title: string) => lines.find((text) => text.startsWith(title))?.split(/\s{2,}/);
    expect(lines).toContain('s.t PRIMARY');
    expect(line('leaf pages')).toEqual(['leaf pages', '2,091', '1,482', '−609']);
    expect(line('in order %')).toEqual(['in order %', '70.0', '100.0', '+30.0']);
    expect(line('runs')).toEqual(['runs', '8', '8', '±0']);
    expect(line('backward %')).toEqual(['backward %', '0.0', '–', '–']);
  });
});
