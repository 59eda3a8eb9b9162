import { describe, expect, it } from 'vitest';
import { compareInspections } from '../../../app/inspect/compare';
import { index, inspection } from './fixtures';

describe('compareInspections', () => {
  it('subtracts what was from what is', () => {
    const before = inspection([index({ table: 's.t', name: 'PRIMARY', leafPages: 2091, fillPct: 65.91 })]);
    const after = inspection([index({ table: 's.t', name: 'PRIMARY', leafPages: 1482, fillPct: 92.9 })]);
    const [primary] = compareInspections(before, after).indexes;
    expect(primary).toMatchObject({ table: 's.t', name: 'PRIMARY' });
    expect(primary?.change).toMatchObject({ leafPages: -609, fillPct: 26.99, runs: null });
  });

  it('knows what it does not know', () => {
    const known = inspection([index({ table: 's.t', name: 'PRIMARY', runs: 3 })]);
    const unknown = inspection([index({ table: 's.t', name: 'PRIMARY', runs: null })]);
    expect(compareInspections(unknown, known).indexes[0]?.change.runs).toBeNull();
  });

  it('finds a table that has another schema now', () => {
    const before = inspection([index({ table: 'shop.t', name: 'k', runs: 8 })]);
    const after = inspection([index({ table: 'copy.t', name: 'k', runs: 2 })]);
    const { indexes } = compareInspections(before, after);
    expect(indexes).toHaveLength(1);
    expect(indexes[0]).toMatchObject({ table: 'copy.t', change: { runs: -6 } });
  });

  it('pairs the indexes of a bare file by their place, whatever their ids', () => {
    const before = inspection([index({ indexId: 10, runs: 8 }), index({ indexId: 11, runs: 80 })]);
    const after = inspection([index({ indexId: 50, runs: 1 }), index({ indexId: 51, runs: 70 })]);
    expect(compareInspections(before, after).indexes.map(({ change }) => change.runs)).toEqual([-7, -10]);
  });

  it('keeps partitions apart', () => {
    const both = [
      index({ table: 's.t', partition: 'p0', name: 'PRIMARY', runs: 1 }),
      index({ table: 's.t', partition: 'p1', name: 'PRIMARY', runs: 5 }),
    ];
    expect(
      compareInspections(inspection(both), inspection(both)).indexes.map(({ change }) => change.runs),
    ).toEqual([0, 0]);
  });

  it('lists what is new and what has gone', () => {
    const before = inspection([index({ table: 's.t', name: 'old' })]);
    const after = inspection([index({ table: 's.t', name: 'new' })]);
    const { indexes } = compareInspections(before, after);
    expect(indexes.map(({ name, before: was, after: is }) => [name, was === null, is === null])).toEqual([
      ['new', true, false],
      ['old', false, true],
    ]);
  });
});
