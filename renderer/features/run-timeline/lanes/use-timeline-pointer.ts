import { useState, type PointerEvent } from 'react';
import { LANE_HEIGHT } from '../../../charts/timeline/timeline';
import { msOf, type TimeWindow } from '../../../charts/timeline/time-scale';
import type { RunModel } from '../../../state/runs/run-model';
import { tableOfLane } from '../../../../app/contract/runs/run';
import { segmentAt } from '../../../state/runs/segments';

/** Tracks the pointer over the timeline. */
export interface TimelinePoint {
  /** Pixels from the timeline's left edge. */
  readonly x: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly lane: number;
  readonly ms: number;
}

interface TimelinePointer {
  readonly point: TimelinePoint | null;
  /** The table under the pointer, or null. */
  readonly table: number | null;
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
  };
}

export function useTimelinePointer(
  run: RunModel,
  shown: TimeWindow,
  width: number,
  scrollTop: number,
): TimelinePointer {
  const [at, setAt] = useState<(Omit<TimelinePoint, 'lane' | 'ms'> & { readonly y: number }) | null>(null);
  const point =
    at === null
      ? null
      : {
          x: at.x,
          clientX: at.clientX,
          clientY: at.clientY,
          lane: Math.floor((at.y + scrollTop) / LANE_HEIGHT),
          ms: msOf(at.x, shown, width),
        };
  return {
    point,
    table: point === null ? null : tableAt(run, point),
    handlers: {
      onPointerMove: (event) => {
        const canvas = event.currentTarget.firstElementChild;
        if (canvas === null) return;
        const box = canvas.getBoundingClientRect();
        setAt({
          x: event.clientX - box.left,
          y: event.clientY - box.top,
          clientX: event.clientX,
          clientY: event.clientY,
        });
      },
      onPointerLeave: () => {
        setAt(null);
      },
    },
  };
}

function tableAt(run: RunModel, point: TimelinePoint): number | null {
  const segment = segmentAt(run.segments[point.lane] ?? [], point.ms);
  if (segment !== null) return segment.table < 0 ? null : segment.table;
  const now = run.lanes[point.lane];
  const isNow = now !== undefined && point.ms >= now.sinceMs && point.ms <= run.elapsedMs;
  return isNow ? tableOfLane(now) : null;
}
