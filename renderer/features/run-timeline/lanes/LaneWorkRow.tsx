import type { LaneSegment } from '../../../../app/contract/runs/run';
import {
  bytesQuantity,
  compactQuantity,
  formatCount,
  formatPercent,
} from '../../../../app/contract/quantities';
import { Bar } from '../../../parts/display/Bar';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { laneWork } from '../../../state/runs/lane-work';
import { text } from '../../../text';
import styles from './LanesPanel.module.css';

interface LaneWorkRowProps {
  /** From 0. */
  readonly lane: number;
  readonly top: number;
  readonly segments: readonly LaneSegment[];
  /** Duration of the run. */
  readonly elapsedMs: number;
}

/** Lane of a run that ended: its share of the work, in the place of a phase that is over. */
export function LaneWorkRow({ lane, top, segments, elapsedMs }: LaneWorkRowProps) {
  const { busy, rows, bytes, tables } = laneWork(segments, elapsedMs);
  return (
    <div
      role="row"
      className={classes(styles.row, styles.lane)}
      data-testid={`lane-row-${String(lane)}`}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <span role="cell" className={styles.laneNumber}>
        {lane + 1}
      </span>
      <span role="cell" className={styles.busy}>
        <Bar label={text.run.busyOf(lane + 1)} share={busy} />
        <span data-testid={`lane-busy-${String(lane)}`}>{formatPercent(busy)}</span>
      </span>
      <span role="cell" className={styles.number}>
        {formatCount(tables)}
      </span>
      <span role="cell" className={classes(styles.number, styles.narrowUnit)}>
        <Figure quantity={compactQuantity(rows)} />
      </span>
      <span role="cell" className={styles.number}>
        <Figure quantity={bytesQuantity(bytes)} />
      </span>
    </div>
  );
}
