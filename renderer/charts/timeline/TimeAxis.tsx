import { formatClock } from '../../../app/contract/quantities';
import { ticks, xOf, type TimeWindow } from './time-scale';
import styles from './TimeAxis.module.css';
import { TICK_APART } from './timeline';

/** Pixels that the longest label takes: one that would be cut at the end of the axis is left out. */
const LABEL_WIDTH = 56;

interface TimeAxisProps {
  readonly window: TimeWindow;
  readonly width: number;
}

export function TimeAxis({ window, width }: TimeAxisProps) {
  const marks = ticks(window, width, TICK_APART);
  const step = (marks[1] ?? 1000) - (marks[0] ?? 0);
  const labelOf = (ms: number): string => (step < 1000 ? `${(ms / 1000).toFixed(2)} s` : formatClock(ms));
  return (
    <div className={styles.axis} aria-hidden>
      {marks.map((ms) => {
        const x = Math.round(xOf(ms, window, width));
        return (
          <span key={ms} className={styles.tick} style={{ transform: `translateX(${String(x)}px)` }}>
            {x + LABEL_WIDTH <= width && labelOf(ms)}
          </span>
        );
      })}
    </div>
  );
}
