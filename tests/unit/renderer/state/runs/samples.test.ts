import { describe, expect, it } from 'vitest';
import { addSample, backfill, SAMPLE_LIMIT, type Sample } from '../../../../../renderer/state/runs/samples';

const at = (atMs: number): Sample => ({ atMs, rowsPerSecond: 1, bytesPerSecond: 2 });

describe('addSample', () => {
  it('keeps time running forwards', () => {
    const samples = addSample([], at(100));
    expect(addSample(samples, at(100))).toBe(samples);
    expect(addSample(samples, at(90))).toBe(samples);
  });

  it('stays bounded over a long run and keeps its beginning and end', () => {
    let samples: readonly Sample[] = [];
    for (let ms = 0; ms < SAMPLE_LIMIT * 10; ms += 1) samples = addSample(samples, at(ms));
    expect(samples.length).toBeLessThanOrEqual(SAMPLE_LIMIT + 1);
    expect(samples[0]?.atMs).toBe(0);
    expect(samples[samples.length - 1]?.atMs).toBe(SAMPLE_LIMIT * 10 - 1);
  });
});

describe('backfill', () => {
  it('spreads what each segment moved over its time, and loses nothing', () => {
    const segments = [
      { lane: 0, phase: 'read', table: 0, chunk: 0, startMs: 0, endMs: 600, rows: 60, bytes: 6000 },
      { lane: 1, phase: 'read', table: 0, chunk: 1, startMs: 300, endMs: 1000, rows: 70, bytes: 7000 },
    ] as const;
    const samples = backfill(segments, 1000);
    const width = 1000 / samples.length;
    const moved = samples.reduce((sum, { bytesPerSecond }) => sum + (bytesPerSecond * width) / 1000, 0);
    expect(moved).toBeCloseTo(13_000, 6);
    expect(samples[samples.length - 1]?.atMs).toBeCloseTo(1000, 6);
    expect(samples[0]?.bytesPerSecond).toBeCloseTo(10_000, 6);
  });

  it('ends with the work, at the resolution of a live run', () => {
    const segment = { lane: 0, phase: 'read', table: 0, chunk: 0, rows: 1, bytes: 1000 } as const;
    const samples = backfill([{ ...segment, startMs: 0, endMs: 200 }], 2000);
    expect(samples.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([
      5000,
      ...Array.from({ length: 9 }, () => 0),
    ]);
  });

  it('says nothing of a run that has moved nothing', () => {
    expect(backfill([], 1000)).toEqual([]);
  });
});
