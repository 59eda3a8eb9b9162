import { createPortal } from 'react-dom';
import { Swatch } from '../../../charts/Swatch';
import { segmentAt } from '../../../state/runs/segments';
import type { RunModel } from '../../../state/runs/run-model';
import type { Sample } from '../../../state/runs/samples';
import { text } from '../../../text';
import {
  formatBytes,
  formatBytesPerSecond,
  formatClock,
  formatDuration,
} from '../../../../app/contract/quantities';
import styles from './LanesPanel.module.css';
import type { TimelinePoint } from './use-timeline-pointer';

const TIP_WIDTH = 190;

interface TimelineTipProps {
  readonly run: RunModel;
  readonly point: TimelinePoint;
  readonly nameOf: (table: number) => string;
  readonly hueOf: (table: number) => number;
}

/** Tooltip for the time and the lane under the pointer. */
export function TimelineTip({ run, point, nameOf, hueOf }: TimelineTipProps) {
  const segment = segmentAt(run.segments[point.lane] ?? [], point.ms);
  const sample = sampleAt(run.samples, point.ms);
  const left =
    point.clientX + TIP_WIDTH + 30 > window.innerWidth ? point.clientX - TIP_WIDTH - 14 : point.clientX + 14;
  // Outside the lanes, whose containment would clip it.
  return createPortal(
    <div
      className={styles.tip}
      style={{ transform: `translate(${String(left)}px, ${String(point.clientY + 14)}px)` }}
      aria-hidden
    >
      {segment !== null && (
        <>
          <p className={styles.tipTitle}>
            <Swatch hue={hueOf(segment.table)} />
            {nameOf(segment.table)}
          </p>
          <p className={styles.tipLine}>
            {text.run.tipWhat(
              text.run.phases[segment.phase],
              segment.chunk,
              formatDuration(segment.endMs - segment.startMs),
            )}
          </p>
          <p className={styles.tipLine}>{text.run.tipMoved(segment.rows, formatBytes(segment.bytes))}</p>
        </>
      )}
      <p className={styles.tipLine}>
        {text.run.tipMoment(
          formatClock(point.ms),
          sample === null ? '' : formatBytesPerSecond(sample.bytesPerSecond),
        )}
      </p>
    </div>,
    document.body,
  );
}

/** The first sample at or after a moment, or null past the last. */
function sampleAt(samples: readonly Sample[], ms: number): Sample | null {
  return samples.find((sample) => sample.atMs >= ms) ?? null;
}
