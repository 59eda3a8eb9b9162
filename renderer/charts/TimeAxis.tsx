import { formatClock } from '../../app/contract/quantities';
import { ticks, xOf, type TimeWindow } from './time-scale';
import styles from './TimeAxis.module.css';
import { TICK_APART } from './timeline';

interface TimeAxisProps {
  readonly window: TimeWindow;
  readonly width: number;
}

export function TimeAxis({ window, width }: TimeAxisProps) {
  const marks = ticks(window, width, TICK_APART);
  const step = (marks[1] ?? 1000) - (marks[0] ?? 0);
  return (
    <div className={styles.axis} aria-hidden>
      {marks.map((ms) => (
        <span
          key={ms}
          className={styles.tick}
          style={{ transform: `translateX(${String(Math.round(xOf(ms, window, width)))}px)` }}
        >
          {step < 1000 ? `${(ms / 1000).toFixed(2)} s` : formatClock(ms)}
        </span>
      ))}
    </div>
  );
}
