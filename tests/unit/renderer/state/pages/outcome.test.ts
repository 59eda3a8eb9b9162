import { describe, expect, it } from 'vitest';
import {
  inspectionSchema,
  type IndexComparison,
  type LayoutSource,
  type TableOutcome,
} from '../../../../../app/contract/pages/inspection';
import { beforeOf, isUnchanged, skippedReasons } from '../../../../../renderer/state/pages/outcome';
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

describe('figures that did not change', () => {
  const change = {} as IndexComparison['change'];
  const writers = [
    { figure: 'fillPct', write: (value: number) => value.toFixed(1) },
    { figure: 'leafPages', write: String },
  ] as const;
  const same = {
    before: layout({ fillPct: 92.21, leafPages: 5 }),
    after: layout({ fillPct: 92.24, leafPages: 5 }),
    change,
  };
  const denser = {
    before: layout({ fillPct: 70, leafPages: 7 }),
    after: layout({ fillPct: 92, leafPages: 7 }),
    change,
  };

  it('are those that read the same', () => {
    expect(writers.map((writer) => isUnchanged(same, writer))).toEqual([true, true]);
    expect(writers.map((writer) => isUnchanged(denser, writer))).toEqual([false, true]);
    expect(isUnchanged({ ...same, before: null }, writers[0])).toBeNull();
  });
});
