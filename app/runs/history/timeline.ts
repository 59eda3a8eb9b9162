import type { RunTimeline } from '../../contract/runs/history';
import { boundSegments } from '../../contract/runs/segments';
import { timelineOfStored } from '../earlier';

/** Version of the files of timelines: one that a reader does not know is as good as none. */
const VERSION = 2;
/** In which lanes, tables and totals had the same fields whatever they did. */
const FIRST_VERSION = 1;

/** Compressed, so many take about 100 kB. A screen has fewer pixels than this for all lanes together. */
const SEGMENTS_KEPT = 4000;
/** The first tables; the segments of further ones show without a name. */
const TABLES_KEPT = 10_000;
const LOG_KEPT = 2000;

/** Content of a timeline's file. */
export function keptTimeline({ tables, segments, log, ...rest }: RunTimeline): object {
  return {
    version: VERSION,
    ...rest,
    tables: tables.slice(0, TABLES_KEPT),
    segments: boundSegments(segments, SEGMENTS_KEPT),
    log: log.slice(-LOG_KEPT),
  };
}

export function readTimeline(content: unknown): RunTimeline | null {
  if (typeof content !== 'object' || content === null) return null;
  const { version, ...timeline } = content as RunTimeline & { readonly version?: unknown };
  if (version === FIRST_VERSION) return timelineOfStored(timeline);
  return version === VERSION ? timeline : null;
}
