import { useEffect, useRef } from 'react';
import type { LaneProgress, LaneSegment } from '../../../app/contract/runs/run';
import { useAppearance } from '../../theme/appearance';
import { sizedContext, token } from '../canvas';
import { drawTimeline } from './timeline';
import type { TimeWindow } from './time-scale';

interface LaneTimelineProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
  readonly window: TimeWindow;
  readonly elapsedMs: number;
  readonly lanes: readonly LaneProgress[];
  readonly segments: readonly (readonly LaneSegment[])[];
  readonly nameOf: (table: number) => string;
  readonly hueOf: (table: number) => number;
  readonly focus: number | null;
}

/** The picture of every lane's time. One canvas for all lanes in view. */
export function LaneTimeline({ label, className, width, height, ...rest }: LaneTimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useAppearance((state) => state.theme);
  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const context = sizedContext(canvas.current, width, height);
    if (context === null) return;
    const font = `11px ${token('--font')}`;
    drawTimeline(context, { ...rest, width, height, theme, gridColour: token('--line'), font });
  });
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={className}
      style={{ width, height }}
      data-testid="lane-timeline"
    />
  );
}
