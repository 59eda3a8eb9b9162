import { memo } from 'react';
import type { LaneProgress } from '../../../app/contract/run';
import { PhaseIcon } from '../../charts/PhaseIcon';
import { Swatch } from '../../charts/Swatch';
import { Bar } from '../../parts/Bar';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/Figure';
import { text } from '../../text';
import { bytesPerSecondQuantity, compactQuantity, formatPercent } from '../../../app/contract/quantities';
import styles from './LanesPanel.module.css';

interface LaneRowProps {
  readonly lane: LaneProgress;
  readonly top: number;
  readonly tableName: string;
}

export const LaneRow = memo(function LaneRow({ lane, top, tableName }: LaneRowProps) {
  const isIdle = lane.phase === 'idle';
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
        <PhaseIcon phase={lane.phase} />
        {text.run.phases[lane.phase]}
      </span>
      <span role="cell" className={styles.table} title={tableName}>
        {!isIdle && <Swatch table={lane.table} />}
        <span className={styles.tableName}>{isIdle ? '' : tableName}</span>
      </span>
      {lane.phase === 'index' ? (
        <BuildCell share={lane.built ?? null} tableName={tableName} />
      ) : (
        <RowCells lane={lane} />
      )}
    </div>
  );
});

function RowCells({ lane }: Pick<LaneRowProps, 'lane'>) {
  const isIdle = lane.phase === 'idle';
  return (
    <>
      <span role="cell" className={styles.number}>
        {isIdle || lane.chunk < 0 ? '' : lane.chunk}
      </span>
      <span role="cell" className={classes(styles.number, styles.narrowUnit)}>
        {!isIdle && <Figure quantity={compactQuantity(lane.rowsPerSecond)} />}
      </span>
      <span role="cell" className={styles.number}>
        {!isIdle && <Figure quantity={bytesPerSecondQuantity(lane.bytesPerSecond)} />}
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
