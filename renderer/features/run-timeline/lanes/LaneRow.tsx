import { memo } from 'react';
import { Pause } from 'lucide-react';
import { tableOfLane, type LaneProgress } from '../../../../app/contract/runs/run';
import { PhaseIcon } from '../../../charts/timeline/PhaseIcon';
import { Swatch } from '../../../charts/Swatch';
import { Bar } from '../../../parts/display/Bar';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { MiddleEllipsis } from '../../../parts/display/MiddleEllipsis';
import { text } from '../../../text';
import { bytesPerSecondQuantity, compactQuantity, formatPercent } from '../../../../app/contract/quantities';
import styles from './LanesPanel.module.css';

interface LaneRowProps {
  readonly lane: LaneProgress;
  readonly top: number;
  readonly tableName: string;
  readonly tableHue: number;
  /** The pause keeps it from going on. */
  readonly isHeld: boolean;
}

export const LaneRow = memo(function LaneRow({ lane, top, tableName, tableHue, isHeld }: LaneRowProps) {
  const table = tableOfLane(lane);
  return (
    <div
      role="row"
      className={classes(styles.row, styles.lane)}
      data-phase={lane.phase}
      data-testid={`lane-row-${String(lane.lane)}`}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <span role="cell" className={styles.laneNumber}>
        {lane.lane + 1}
      </span>
      <span role="cell" className={styles.phase}>
        {isHeld ? <Pause size={13} aria-hidden /> : <PhaseIcon phase={lane.phase} />}
        {isHeld ? text.run.states.paused : text.run.phases[lane.phase]}
      </span>
      <span role="cell" className={styles.table}>
        {table !== null && <Swatch hue={tableHue} />}
        {table !== null && <MiddleEllipsis text={tableName} />}
      </span>
      {lane.phase === 'index' ? (
        <BuildCell share={lane.built} tableName={tableName} />
      ) : (
        <RowCells lane={lane} />
      )}
    </div>
  );
});

/** Chunk and speeds; a lane that is held has none of its own. */
function RowCells({ lane }: { readonly lane: Exclude<LaneProgress, { readonly phase: 'index' }> }) {
  const isMoving = 'rowsPerSecond' in lane;
  return (
    <>
      <span role="cell" className={styles.number}>
        {lane.phase === 'idle' ? '' : lane.chunk}
      </span>
      <span role="cell" className={classes(styles.number, styles.narrowUnit)}>
        {isMoving && <Figure quantity={compactQuantity(lane.rowsPerSecond)} />}
      </span>
      <span role="cell" className={styles.number}>
        {isMoving && <Figure quantity={bytesPerSecondQuantity(lane.bytesPerSecond)} />}
      </span>
    </>
  );
}

interface BuildCellProps {
  /** Null where the server has not said it. */
  readonly share: number | null;
  readonly tableName: string;
}

/** No rows come while indexes are built: in the place of chunk and speeds, how far the build is. */
function BuildCell({ share, tableName }: BuildCellProps) {
  return (
    <span
      role="cell"
      aria-colspan={3}
      className={styles.build}
      title={share === null ? text.run.buildNotSaid : undefined}
      data-testid="lane-build"
    >
      <Bar label={text.run.buildOf(tableName)} share={share} />
      <span>{share === null ? text.run.notSaid : formatPercent(share)}</span>
    </span>
  );
}
