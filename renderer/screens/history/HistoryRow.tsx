import type { HistoryEntry } from '../../../app/contract/history';
import {
  bytesPerSecondQuantity,
  bytesQuantity,
  formatBytesPerSecond,
  formatDuration,
} from '../../../app/contract/quantities';
import { Sparkline } from '../../charts/Sparkline';
import cells from '../../parts/cells.module.css';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/Figure';
import { GridLine } from '../../parts/Grid';
import type { LinePlace } from '../../parts/GridRows';
import { RunStateIcon } from '../../parts/RunStateIcon';
import { speedOf } from '../../state/history-rows';
import { text } from '../../text';
import { openEntry } from './HistoryDetails';
import styles from './HistoryList.module.css';
import { formatMoment } from '../../parts/moment';

interface HistoryRowProps {
  readonly line: LinePlace;
  readonly entry: HistoryEntry;
  /** Speeds of the same work, oldest first; one alone is no trend. */
  readonly trend: readonly number[];
  readonly onChoose: () => void;
}

export function HistoryRow({ line, entry, trend, onChoose }: HistoryRowProps) {
  const { figures } = entry;
  const speed = speedOf(entry);
  return (
    <GridLine
      line={line}
      className={styles.row}
      testId={`history-row-${entry.runId}`}
      data={{ 'data-kind': entry.kind, 'data-state': entry.state }}
      onClick={onChoose}
      onDoubleClick={() => {
        openEntry(entry);
      }}
    >
      <span role="gridcell" className={styles.state}>
        <RunStateIcon state={entry.state} size={14} />
        <span className={cells.cut}>{text.history.states[entry.state]}</span>
      </span>
      <span role="gridcell">{text.run.kinds[entry.kind]}</span>
      <span role="gridcell" className={cells.cut} title={entry.title}>
        {entry.job === null ? entry.title : `${entry.job.name} · ${entry.title}`}
      </span>
      <span role="gridcell" className={styles.time}>
        {formatMoment(entry.startedAt)}
      </span>
      <span role="gridcell" className={cells.figure}>
        {figures === null ? '' : formatDuration(figures.seconds * 1000)}
      </span>
      <span role="gridcell" className={cells.figure}>
        {figures !== null && <Figure quantity={bytesQuantity(figures.bytes)} />}
      </span>
      <span role="gridcell" className={classes(cells.figure, styles.speed)}>
        {speed !== null && <Figure quantity={bytesPerSecondQuantity(speed)} />}
      </span>
      <span role="gridcell" className={styles.trend}>
        {speed !== null && trend.length > 1 && (
          <Sparkline values={trend} label={text.history.trend(trend.map(formatBytesPerSecond).join(', '))} />
        )}
      </span>
    </GridLine>
  );
}
