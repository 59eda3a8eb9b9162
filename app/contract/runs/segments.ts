import type { LaneSegment } from './run';

/**
 * Joins neighbours while they are together shorter than `spanMs`. The longer of the two gives the table,
 * phase and chunk: at this width nobody can see which it was.
 */
export function joinShort(segments: readonly LaneSegment[], spanMs: number): readonly LaneSegment[] {
  const joined: LaneSegment[] = [];
  for (const segment of segments) {
    const last = joined[joined.length - 1];
    if (last === undefined || segment.endMs - last.startMs > spanMs) {
      joined.push(segment);
      continue;
    }
    const longer = segment.endMs - segment.startMs > last.endMs - last.startMs ? segment : last;
    joined[joined.length - 1] = {
      ...longer,
      startMs: last.startMs,
      endMs: segment.endMs,
      rows: last.rows + segment.rows,
      bytes: last.bytes + segment.bytes,
    };
  }
  return joined;
}

/** Joins the shortest segments of all lanes until no more than `most` are left, or one of each lane. */
export function boundSegments(segments: readonly LaneSegment[], most: number): readonly LaneSegment[] {
  const byLane = new Map<number, LaneSegment[]>();
  for (const segment of segments) {
    const own = byLane.get(segment.lane);
    if (own === undefined) byLane.set(segment.lane, [segment]);
    else own.push(segment);
  }
  const endMs = segments.reduce((end, segment) => Math.max(end, segment.endMs), 0);
  let lanes: readonly (readonly LaneSegment[])[] = [...byLane.values()];
  let count = segments.length;
  for (let spanMs = Math.max(1, endMs / most); count > most && spanMs <= 2 * endMs; spanMs *= 2) {
    lanes = lanes.map((lane) => joinShort(lane, spanMs));
    count = lanes.reduce((sum, lane) => sum + lane.length, 0);
  }
  return lanes.flat();
}
