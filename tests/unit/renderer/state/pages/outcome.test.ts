import { describe, expect, it } from 'vitest';
import {
  inspectionSchema,
  type IndexComparison,
  type LayoutSource,
  type TableOutcome,
} from '../../../../../app/contract/pages/inspection';
import { beforeOf, skippedReasons } from '../../../../../renderer/state/pages/outcome';
import { index as layout } from '../../../inspect/fixtures';

const SOURCE: LayoutSource = { takenAt: 'then', tier: 'file', source: 'file', coverage: 'all', notes: [] };
const OUTCOME: TableOutcome = {
  schema: 's',
  table: 't',
  after: SOURCE,
  before: null,
  comparedWith: null,
  indexes: [],
  skipped: null,
};

describe('beforeOf', () => {
  it('is an inspection of what was there before', () => {
    const change = {} as IndexComparison['change'];
    const [was, made] = [layout({ name: 'PRIMARY', fillPct: 50 }), layout({ name: 'new' })];
    const before = beforeOf({
      ...OUTCOME,
      before: SOURCE,
      indexes: [
        { before: was, after: made, change },
        { before: null, after: made, change },
      ],
    });
    expect(inspectionSchema.parse(before)).toMatchObject({ takenAt: 'then', indexes: [was] });
    expect(before?.tables).toMatchObject([{ table: 's.t', tier: 'file' }]);
  });

  it('is nothing where nothing was there', () => {
    expect(beforeOf(OUTCOME)).toBeNull();
  });
});

describe('skippedReasons', () => {
  it('names each reason once', () => {
    const of = (skipped: string | null) => ({ ...OUTCOME, skipped });
    expect(skippedReasons([of('a'), of(null), of('b'), of('a')])).toEqual([
      { reason: 'a', tables: 2 },
      { reason: 'b', tables: 1 },
    ]);
  });
});
