import type { LaneSegment } from '../../../app/contract/runs/run';
import { joinShort } from '../../../app/contract/runs/segments';

/** Per lane; past it, segments too short to see are joined. A screen has fewer pixels than this. */
export const SEGMENTS_PER_LANE = 4000;

type Lanes = readonly (readonly LaneSegment[])[];

/** Files each new segment under its lane; only the lanes that got one are copied. */
export function addSegments(lanes: Lanes, fresh: readonly LaneSegment[], elapsedMs: number): Lanes {
  if (fresh.length === 0) return lanes;
  const byLane = new Map<number, LaneSegment[]>();
  for (const segment of fresh) {
    const list = byLane.get(segment.lane);
    if (list === undefined) byLane.set(segment.lane, [segment]);
    else list.push(segment);
  }
  const length = Math.max(lanes.length, ...[...byLane.keys()].map((lane) => lane + 1));
  return Array.from({ length }, (_, lane) => {
    const known = lanes[lane] ?? [];
    const added = byLane.get(lane);
    return added === undefined ? known : bounded(append(known, added), elapsedMs);
  });
}

/** A lane does one thing at a time: what ends no later than the last known segment is known already. */
function append(known: readonly LaneSegment[], added: readonly LaneSegment[]): readonly LaneSegment[] {
  const knownTo = known[known.length - 1]?.endMs ?? -1;
  return [...known, ...added.filter((segment) => segment.endMs > knownTo)];
}

function bounded(segments: readonly LaneSegment[], elapsedMs: number): readonly LaneSegment[] {
  let list = segments;
  for (let shortest = elapsedMs / SEGMENTS_PER_LANE; list.length > SEGMENTS_PER_LANE; shortest *= 2) {
    list = joinShort(list, shortest);
  }
  return list;
}

/** The segment of a lane that covers a moment, or null; the list is in time order. */
export function segmentAt(segments: readonly LaneSegment[], ms: number): LaneSegment | null {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment === undefined) return null;
    if (ms < segment.startMs) high = middle - 1;
    else if (ms > segment.endMs) low = middle + 1;
    else return segment;
  }
  return null;
}
