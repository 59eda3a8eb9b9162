import { memo, useRef, useState } from 'react';
import type { RunHeader } from '../../../../app/contract/runs/run';
import { LaneTimeline } from '../../../charts/timeline/LaneTimeline';
import { Throughput } from '../../../charts/timeline/Throughput';
import { TimeAxis } from '../../../charts/timeline/TimeAxis';
import { LANE_HEIGHT } from '../../../charts/timeline/timeline';
import { timeWindow, type WindowMode } from '../../../charts/timeline/time-scale';
import { useSize } from '../../../charts/use-size';
import { classes } from '../../../parts/classes';
import { Segmented } from '../../../parts/controls/Segmented';
import { useRows } from '../../../parts/grid/use-rows';
import type { RunModel } from '../../../state/runs/run-model';
import { isFinal } from '../../../state/runs/runs';
import { isHeld } from '../../../state/runs/table-status';
import { text } from '../../../text';
import { formatClock } from '../../../../app/contract/quantities';
import { LaneRow } from './LaneRow';
import { LaneWorkRow } from './LaneWorkRow';
import styles from './LanesPanel.module.css';
import { PhaseLegend } from './PhaseLegend';
import { TimelineTip } from './TimelineTip';
import { tableHues } from '../table-hue';
import { tableNamer } from '../table-name';
import { tableOfLane } from '../../../../app/contract/runs/run';
import { useTimelinePointer } from './use-timeline-pointer';

const CHART_HEIGHT = 84;
/** The chart, its line below and the row of headings: what stays when lanes scroll. */
const FIXED_HEIGHT = CHART_HEIGHT + 25;

interface LanesPanelProps {
  readonly run: RunModel;
  /** The table that stands out; null for none. */
  readonly focus: number | null;
  readonly onFocus: (table: number | null) => void;
}

/** The instrument: speed over time, and under it what each lane did in the same time. */
export function LanesPanel({ run, focus, onFocus }: LanesPanelProps) {
  const [mode, setMode] = useState<WindowMode>('all');
  const [scrollTop, setScrollTop] = useState(0);
  const chartCell = useRef<HTMLDivElement>(null);
  const { width } = useSize(chartCell);
  const { scroller, visible } = useRows(run.lanes.length, LANE_HEIGHT);
  const view = useSize(scroller);
  const hasEnded = isFinal(run);
  const shown = timeWindow(run.elapsedMs, mode, hasEnded);
  const lanesHeight = run.lanes.length * LANE_HEIGHT;
  const canvasHeight = Math.max(0, Math.min(lanesHeight, view.height - FIXED_HEIGHT));
  const nameOf = tableNamer(run);
  const hueOf = tableHues(run);
  const pointer = useTimelinePointer(run, shown, width, scrollTop);

  return (
    <section
      className={styles.scroller}
      data-ended={hasEnded}
      ref={scroller}
      aria-label={text.run.lanes}
      tabIndex={0}
      onScroll={(event) => {
        setScrollTop(event.currentTarget.scrollTop);
      }}
    >
      <div className={classes(styles.split, styles.speedRow)}>
        <Legend header={run.header} mode={mode} onMode={setMode} />
        <div ref={chartCell}>
          <Throughput
            label={text.run.throughputLabel}
            samples={run.samples}
            window={shown}
            width={width}
            height={CHART_HEIGHT}
          />
        </div>
      </div>
      <div className={classes(styles.split, styles.body)}>
        <div role="table" aria-label={text.run.lanes} aria-rowcount={run.lanes.length + 1}>
          <div role="rowgroup" className={styles.heads}>
            <HeadCells heads={hasEnded ? ENDED_HEADS : LIVE_HEADS} />
          </div>
          <div role="rowgroup" className={styles.laneRows} style={{ height: lanesHeight }}>
            {visible.map((item) => {
              const lane = run.lanes[item.index];
              if (lane === undefined) return null;
              if (hasEnded)
                return (
                  <LaneWorkRow
                    key={item.index}
                    lane={lane.lane}
                    top={item.start}
                    segments={run.segments[item.index] ?? []}
                    elapsedMs={run.elapsedMs}
                  />
                );
              return (
                <LaneRow
                  key={item.index}
                  lane={lane}
                  top={item.start}
                  tableName={nameOf(tableOfLane(lane) ?? -1)}
                  tableHue={hueOf(tableOfLane(lane) ?? -1)}
                  isHeld={isHeld(run.state, lane.phase)}
                />
              );
            })}
          </div>
        </div>
        <div>
          <div className={styles.heads}>
            <TimeAxis window={shown} width={width} />
          </div>
          <div
            style={{ height: lanesHeight }}
            {...pointer.handlers}
            onClick={() => {
              onFocus(toggled(focus, pointer.table));
            }}
          >
            <LaneTimeline
              label={text.run.timelineLabel(run.lanes.length, formatClock(run.elapsedMs))}
              className={styles.canvas}
              width={width}
              height={canvasHeight}
              scrollTop={scrollTop}
              window={shown}
              elapsedMs={run.elapsedMs}
              lanes={run.lanes}
              segments={run.segments}
              nameOf={nameOf}
              hueOf={hueOf}
              focus={focus}
            />
          </div>
        </div>
      </div>
      {pointer.point !== null && (
        <>
          <div className={styles.hair} style={{ transform: `translateX(${String(pointer.point.x)}px)` }} />
          <TimelineTip run={run} point={pointer.point} nameOf={nameOf} hueOf={hueOf} />
        </>
      )}
    </section>
  );
}

interface LegendProps {
  readonly header: RunHeader;
  readonly mode: WindowMode;
  readonly onMode: (mode: WindowMode) => void;
}

/** Legend and time window of the pictures. No update of the run changes it. */
const Legend = memo(function Legend({ header, mode, onMode }: LegendProps) {
  return (
    <div className={styles.speed}>
      <SpeedLegend />
      <Segmented
        label={text.run.windowLabel}
        value={mode}
        options={[
          { value: 'all', label: text.run.windowAll },
          { value: 'recent', label: text.run.windowRecent },
        ]}
        onValue={onMode}
      />
      <PhaseLegend header={header} />
    </div>
  );
});

function SpeedLegend() {
  return (
    <div className={styles.legend}>
      <span className={styles.key} />
      {text.run.leftAxis}
      <span className={classes(styles.key, styles.dashed)} />
      {text.run.rightAxis}
    </div>
  );
}

/** Headings of a lane's columns, and those whose cells are numbers. */
interface Heads {
  readonly words: readonly string[];
  readonly numbers: readonly string[];
}

const LIVE_HEADS: Heads = {
  words: [text.run.columnLane, text.run.columnPhase, text.run.columnTable],
  numbers: [text.run.columnChunk, text.run.columnRowRate, text.run.columnByteRate],
};
const ENDED_HEADS: Heads = {
  words: [text.run.columnLane, text.run.columnBusy],
  numbers: [text.run.columnTables, text.run.columnRows, text.run.columnData],
};

function HeadCells({ heads: { words, numbers } }: { readonly heads: Heads }) {
  return (
    <div className={classes(styles.row, styles.headRow)} role="row">
      {words.map((word) => (
        <span key={word} role="columnheader">
          {word}
        </span>
      ))}
      {numbers.map((word) => (
        <span key={word} role="columnheader" className={styles.number}>
          {word}
        </span>
      ))}
    </div>
  );
}

function toggled(focus: number | null, table: number | null): number | null {
  return table === focus ? null : table;
}
