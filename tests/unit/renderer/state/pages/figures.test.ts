import { describe, expect, it } from 'vitest';
import {
  figuresOf,
  gradeOf,
  gradingOf,
  isJudged,
  reasonFor,
} from '../../../../../renderer/state/pages/figures';
import { inOrderPct } from '../../../../../app/contract/pages/inspection';
import { index, inspection } from '../../../inspect/fixtures';

const SMALL = { tooSmall: 'too small', noFile: 'no file read' };
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

describe('gradingOf', () => {
  it('names the bounds of the next better grade that are missed', () => {
    expect(gradingOf(93, 0)).toEqual({ grade: 'A', leastFill: null, leastInOrder: null, lanes: null });
    expect(gradingOf(70, 0)).toEqual({ grade: 'D', leastFill: 78, leastInOrder: null, lanes: null });
    expect(gradingOf(93, 60)).toEqual({ grade: 'E', leastFill: null, leastInOrder: 50, lanes: null });
    expect(gradingOf(40, 100)).toEqual({ grade: 'F', leastFill: 55, leastInOrder: 20, lanes: null });
  });
});

describe('a table whose lanes took turns', () => {
  const interleaved = { ...dense, outOfOrderPct: 60, backwardPct: 0.2, lanes: 4 };
  const gradingOfAll = (...indexes: readonly (typeof interleaved)[]) =>
    figuresOf(inspection(indexes.map(index)), SMALL).grading.value;

  it('has a B at worst for its order, and the lanes as the reason', () => {
    expect(gradingOfAll(interleaved)).toEqual({ grade: 'B', leastFill: null, leastInOrder: null, lanes: 4 });
    expect(gradingOfAll({ ...interleaved, outOfOrderPct: 2 })).toMatchObject({ grade: 'A', lanes: null });
    expect(gradingOfAll({ ...interleaved, backwardPct: 12 })).toMatchObject({ grade: 'E', lanes: null });
    expect(gradingOfAll({ ...interleaved, lanes: 200 })).toMatchObject({ grade: 'B', lanes: 200 });
  });
});

describe('the free space of a table', () => {
  const inFile = (files: readonly { readonly freePages?: number }[]) => {
    const { tables, ...rest } = inspection([index(dense)]);
    const all = files.map((file) => ({ ...file, bytes: 1, filePageSize: 4096 }));
    return figuresOf({ ...rest, tables: tables.map((table) => ({ ...table, files: all as never })) }, SMALL);
  };

  it('is that of all its files, and unknown where none was read or an earlier Sluice did', () => {
    expect(inFile([{ freePages: 2 }, { freePages: 3 }]).freeBytes.value).toBe(20_480);
    expect(inFile([]).freeBytes).toEqual({ value: null, reason: 'no file read' });
    expect(inFile([{ freePages: 2 }, {}]).freeBytes.value).toBeNull();
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
    expect(figures.grading.value?.grade).toBe('C');
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
    const { fillPct, grading } = figuresOf(inspection([index(dense), blind]), SMALL);
    expect(fillPct).toEqual({ value: null, reason: 'Not looked into' });
    expect(grading).toEqual({ value: null, reason: 'Not looked into' });
    expect(reasonFor(blind, 'runs')).toBeNull();
  });

  it('gives a small table no grade', () => {
    const { grading } = figuresOf(inspection([index({ ...dense, leafPages: 63 })]), SMALL);
    expect(grading).toEqual({ value: null, reason: SMALL.tooSmall });
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
