import type { LaneSegment } from '../../../app/contract/runs/run';

/** The run's speed at one moment. */
export interface Sample {
  readonly atMs: number;
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Past it every second old sample goes: the chart has fewer pixels than this. */
export const SAMPLE_LIMIT = 1600;

const MAX_BINS = 240;
/** Between two samples of a run that is looked at: what is told of the past afterwards is no finer. */
const MIN_BIN_MS = 200;

export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples[samples.length - 1];
  if (last !== undefined && sample.atMs <= last.atMs) return samples;
  const kept = samples.length < SAMPLE_LIMIT ? samples : samples.filter((_, index) => index % 2 === 0);
  return [...kept, sample];
}

/** The speed of the past, from what each segment moved: spread evenly over the time it took. */
export function backfill(segments: readonly LaneSegment[], elapsedMs: number): readonly Sample[] {
  if (elapsedMs <= 0 || segments.length === 0) return [];
  const bins = Math.min(MAX_BINS, Math.max(1, Math.ceil(elapsedMs / MIN_BIN_MS)));
  const width = elapsedMs / bins;
  const rows = new Float64Array(bins);
  const bytes = new Float64Array(bins);
  for (const segment of segments) {
    const length = Math.max(1, segment.endMs - segment.startMs);
    const first = Math.max(0, Math.floor(segment.startMs / width));
    const last = Math.min(bins - 1, Math.floor(segment.endMs / width));
    for (let bin = first; bin <= last; bin += 1) {
      const from = Math.max(segment.startMs, bin * width);
      const to = Math.min(segment.endMs, (bin + 1) * width);
      const share = Math.max(0, to - from) / length;
      rows[bin] = (rows[bin] ?? 0) + segment.rows * share;
      bytes[bin] = (bytes[bin] ?? 0) + segment.bytes * share;
    }
  }
  return Array.from(bytes, (sum, bin) => ({
    atMs: (bin + 1) * width,
    rowsPerSecond: ((rows[bin] ?? 0) * 1000) / width,
    bytesPerSecond: (sum * 1000) / width,
  }));
}
