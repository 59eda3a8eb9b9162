import { describe, expect, it } from 'vitest';
import {
  figuresOf,
  gradeOf,
  inOrderPct,
  isJudged,
  reasonFor,
} from '../../../../../renderer/state/pages/figures';
import { index, inspection } from '../../../inspect/fixtures';

const SMALL = 'too small';
const dense = {
  table: 's.t',
  name: 'PRIMARY',
  leafPages: 300,
  fillPct: 93,
  outOfOrderPct: 1,
  wastedBytes: 10,
};

describe('gradeOf', () => {
  it('is the worse of fill and order', () => {
    expect(gradeOf(93, 0)).toBe('A');
    expect(gradeOf(93, 60)).toBe('E');
    expect(gradeOf(70, 0)).toBe('D');
    expect(gradeOf(40, 0)).toBe('F');
    expect(gradeOf(93, 100)).toBe('F');
  });

  it('goes by the fill where the order is unknown, and says nothing without a fill', () => {
    expect(gradeOf(86, null)).toBe('B');
    expect(gradeOf(null, 0)).toBeNull();
  });
});

describe('figuresOf', () => {
  it('weighs the fill by leaf pages and takes the order of the index that holds the rows', () => {
    const second = { ...dense, name: 'k', leafPages: 100, fillPct: 53, outOfOrderPct: 100, wastedBytes: 5 };
    const figures = figuresOf(inspection([index(dense), index(second)]), SMALL);
    expect(figures.fillPct.value).toBe(83);
    expect(figures.inOrderPct.value).toBe(99);
    expect(figures.leafPages.value).toBe(400);
    expect(figures.wastedBytes.value).toBe(15);
    expect(figures.grade.value).toBe('C');
  });

  it('adds the bins of all indexes', () => {
    const bins = [index({ ...dense, fillHistogram: [1, 2] }), index({ ...dense, fillHistogram: [3, 4] })];
    expect(figuresOf(inspection(bins), SMALL).histogram.value).toEqual([4, 6]);
  });

  it('says why a figure is missing as soon as one index lacks it', () => {
    const blind = index({
      ...dense,
      fillPct: null,
      unknown: [{ figures: ['fillPct'], reason: 'Not looked into' }],
    });
    const { fillPct, grade } = figuresOf(inspection([index(dense), blind]), SMALL);
    expect(fillPct).toEqual({ value: null, reason: 'Not looked into' });
    expect(grade).toEqual({ value: null, reason: 'Not looked into' });
    expect(reasonFor(blind, 'runs')).toBeNull();
  });

  it('gives a small table no grade', () => {
    const { grade } = figuresOf(inspection([index({ ...dense, leafPages: 63 })]), SMALL);
    expect(grade).toEqual({ value: null, reason: SMALL });
    expect(isJudged({ leafPages: 64 })).toBe(true);
    expect(isJudged({ leafPages: null })).toBe(false);
  });
});

describe('inOrderPct', () => {
  it('is the rest of the steps, and unknown where they are', () => {
    expect(inOrderPct(0)).toBe(100);
    expect(inOrderPct(97.5)).toBe(2.5);
    expect(inOrderPct(null)).toBeNull();
  });
});
