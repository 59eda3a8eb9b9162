import { describe, expect, it } from 'vitest';
import { outcomeLines } from '../../../../app/cli/output/outcome-lines';
import {
  COMPARED,
  type IndexComparison,
  type LayoutSource,
  type TableOutcome,
} from '../../../../app/contract/pages/inspection';
import { index as layout } from '../../inspect/fixtures';

const NO_CHANGE = Object.fromEntries(COMPARED.map((figure) => [figure, null])) as IndexComparison['change'];
const SOURCE: LayoutSource = {
  takenAt: '',
  tier: 'file',
  source: 'file /t.ibd',
  coverage: 'all',
  notes: [],
};

function outcome(more: Partial<TableOutcome>): TableOutcome {
  return {
    schema: 's',
    table: 't',
    after: SOURCE,
    before: null,
    comparedWith: null,
    indexes: [],
    skipped: null,
    ...more,
  };
}

describe('outcomeLines', () => {
  it('says how full and how well in order each index is, and what it was', () => {
    const before = layout({ name: 'PRIMARY', fillPct: 61.23, outOfOrderPct: 70, leafPages: 3000 });
    const after = layout({ name: 'PRIMARY', fillPct: 93.4, outOfOrderPct: 0, leafPages: 2000 });
    const lines = outcomeLines([
      outcome({
        before: SOURCE,
        comparedWith: 'target',
        indexes: [{ name: 'PRIMARY', before, after, change: NO_CHANGE }],
      }),
    ]).join('\n');
    expect(lines).toContain('s.t (file /t.ibd, with the target’s table before)');
    expect(lines).toContain('93.4 % full (61.2 % before)');
    expect(lines).toContain('100.0 % in order (30.0 % before)');
    expect(lines).toContain('2,000 leaf pages (3,000 before)');
  });

  it('has a dash for what is not known', () => {
    const after = layout({ name: 'PRIMARY', leafPages: 7 });
    const lines = outcomeLines([outcome({ indexes: [{ before: null, after, change: NO_CHANGE }] })]);
    expect(lines.join('\n')).toContain('– full, – in order, 7 leaf pages, – reclaimable');
  });

  it('counts the tables that were not looked at, reason by reason', () => {
    const skipped = (skipped: string) => outcome({ after: null, skipped });
    expect(outcomeLines([skipped('Too small'), skipped('Too small'), skipped('No time')])).toEqual([
      'Skipped 2 tables: Too small.',
      'Skipped 1 table: No time.',
    ]);
  });
});
