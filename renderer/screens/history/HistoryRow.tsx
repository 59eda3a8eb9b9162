import type { HistoryEntry } from '../../../app/contract/runs/history';
import {
  bytesPerSecondQuantity,
  bytesQuantity,
  durationQuantity,
  formatBytesPerSecond,
} from '../../../app/contract/quantities';
import { Sparkline } from '../../charts/Sparkline';
import cells from '../../parts/grid/cells.module.css';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/display/Figure';
import { GridLine } from '../../parts/grid/Grid';
import type { LinePlace } from '../../parts/grid/GridRows';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { RunStateIcon } from '../../features/run-state/RunStateIcon';
import { Unknown } from '../../parts/display/Unknown';
import { speedOf } from '../../state/history/rows';
import { text } from '../../text';
import { openEntry } from './HistoryDetails';
import styles from './HistoryList.module.css';
import { formatDateTime } from '../../parts/display/date-time';

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
      <span role="gridcell" className={styles.state} title={text.history.states[entry.state]}>
        <RunStateIcon state={entry.state} size={14} />
        <span className={styles.word}>{text.history.states[entry.state]}</span>
      </span>
      <span role="gridcell">{text.run.kindOf(entry)}</span>
      <span role="gridcell" className={styles.what}>
        <MiddleEllipsis
          text={entry.job === null ? entry.title : text.history.ofJob(entry.job.name, entry.title)}
        />
        {entry.what !== '' && <MiddleEllipsis text={entry.what} className={styles.objects} />}
      </span>
      <span role="gridcell" className={styles.time}>
        <Started at={entry.startedAt} />
      </span>
      <span role="gridcell" className={cells.figure}>
        {figures === null ? noFigure(entry) : <Figure quantity={durationQuantity(figures.seconds * 1000)} />}
      </span>
      <span role="gridcell" className={cells.figure}>
        {figures === null ? noFigure(entry) : <Figure quantity={bytesQuantity(figures.bytes)} />}
      </span>
      <span role="gridcell" className={classes(cells.figure, styles.speed)}>
        {speed === null ? noFigure(entry) : <Figure quantity={bytesPerSecondQuantity(speed)} />}
      </span>
      <span role="gridcell" className={styles.trend}>
        {speed !== null && !entry.resumed && trend.length > 1 ? (
          <Sparkline values={trend} label={text.history.trend(trend.map(formatBytesPerSecond).join(', '))} />
        ) : (
          <Unknown reason={entry.resumed ? text.history.resumedTrend : text.history.noTrend} />
        )}
      </span>
    </GridLine>
  );
}

/** A narrow window has no room for the year. */
function Started({ at }: { readonly at: number }) {
  const moment = formatDateTime(at);
  return (
    <span title={moment}>
      <span className={styles.year}>{moment.slice(0, 5)}</span>
      {moment.slice(5)}
    </span>
  );
}

function noFigure({ state, figures }: HistoryEntry) {
  if (figures !== null) return <Unknown reason={text.history.nothingMoved} />;
  return <Unknown reason={state === 'running' ? text.history.runsStill : text.history.noFigures} />;
}
