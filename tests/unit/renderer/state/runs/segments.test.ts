import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LaneSegment } from '../../../../../app/contract/runs/run';
import { joinShort } from '../../../../../app/contract/runs/segments';
import { addSegments, segmentAt, SEGMENTS_PER_LANE } from '../../../../../renderer/state/runs/segments';

function segment(lane: number, startMs: number, endMs: number, table = 0): LaneSegment {
  return { lane, phase: 'load', table, chunk: 0, startMs, endMs, rows: 1, bytes: 10 };
}

function chain(count: number, each: number): LaneSegment[] {
  return Array.from({ length: count }, (_, index) => segment(0, index * each, (index + 1) * each, index));
}

describe('addSegments', () => {
  it('files segments under their lanes and leaves the other lanes as they are', () => {
    const before = addSegments([], [segment(0, 0, 5), segment(2, 0, 7)], 10);
    const after = addSegments(before, [segment(2, 7, 9)], 10);
    expect(after.map((lane) => lane.length)).toEqual([1, 0, 2]);
    expect(after[0]).toBe(before[0]);
  });

  it('bounds a lane and loses none of its time, rows or bytes', () => {
    const count = SEGMENTS_PER_LANE * 3;
    const [lane = []] = addSegments([], chain(count, 2), count * 2);
    expect(lane.length).toBeLessThanOrEqual(SEGMENTS_PER_LANE);
    expect(lane[0]?.startMs).toBe(0);
    expect(lane[lane.length - 1]?.endMs).toBe(count * 2);
    expect(lane.reduce((sum, { rows }) => sum + rows, 0)).toBe(count);
    expect(lane.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(count * 10);
  });
});

describe('joinShort', () => {
  it('shows the longer of two neighbours that are too short to see', () => {
    const joined = joinShort([segment(0, 0, 1, 3), segment(0, 1, 4, 8)], 5);
    expect(joined).toEqual([{ ...segment(0, 0, 4, 8), rows: 2, bytes: 20 }]);
  });

  it('leaves apart what can be seen', () => {
    expect(joinShort([segment(0, 0, 10), segment(0, 10, 20)], 5)).toHaveLength(2);
  });
});

describe('segmentAt', () => {
  it('finds the segment that covers a moment, as a search from the beginning would', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(spans, fc.integer({ min: -5, max: 700 }), (pairs, ms) => {
        let clock = 0;
        const segments = pairs.map(([gap, length]) => {
          const startMs = clock + gap;
          clock = startMs + length;
          return segment(0, startMs, clock);
        });
        const wanted = segments.find(({ startMs, endMs }) => ms >= startMs && ms <= endMs) ?? null;
        expect(segmentAt(segments, ms)).toEqual(wanted);
      }),
    );
  });
});
