import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatBytesPerSecond, formatCompact } from '../../../app/contract/quantities';
import { text } from '../../text';
import { useAppearance } from '../../theme/appearance';
import { token } from '../canvas';
import { speedAxis, type SpeedAxis } from './speed-axis';
import { SpeedLabels } from './SpeedLabels';
import styles from './Throughput.module.css';
import { ticks, xOf, type TimeWindow } from './time-scale';
import { TICK_APART } from './timeline';

/** The highest value lies so far below the top; of rows further, for where both go the same way one line would hide the other. */
const ROOM = { bytes: 1.2, rows: 1.6 } as const;

/** Speed at one moment of a run. */
interface SpeedSample {
  readonly atMs: number;
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
}

interface ThroughputProps {
  readonly label: string;
  readonly samples: readonly SpeedSample[];
  readonly window: TimeWindow;
  readonly width: number;
  readonly height: number;
}

interface Shown {
  readonly window: TimeWindow;
  readonly bytes: SpeedAxis;
  readonly rows: SpeedAxis;
}

/** Bytes and rows per second over the same time as the lanes below it, each on an axis of its own. */
export function Throughput({ label, samples, window: shown, width, height }: ThroughputProps) {
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const inWindow = samples.filter(({ atMs }) => atMs >= shown.fromMs && atMs <= shown.toMs);
  const bytes = speedAxis(
    inWindow.map(({ bytesPerSecond }) => bytesPerSecond),
    ROOM.bytes,
  );
  const rows = speedAxis(
    inWindow.map(({ rowsPerSecond }) => rowsPerSecond),
    ROOM.rows,
  );
  const latest = useRef<Shown>({ window: shown, bytes, rows });
  const theme = useAppearance((state) => state.theme);

  useEffect(() => {
    if (holder.current === null || width === 0) return undefined;
    const made = new UPlot(options(width, height, latest), [[], [], []], holder.current);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [width, height, theme]);

  useEffect(() => {
    latest.current = { window: shown, bytes, rows };
    plot.current?.setData(columns(samples));
  });

  return (
    <div className={styles.chart} data-testid="throughput">
      <div ref={holder} role="img" aria-label={label} />
      <SpeedLabels
        axis={bytes}
        height={height}
        side="left"
        labelOf={(value) => withoutZeros(formatBytesPerSecond(value))}
        testId="throughput-bytes"
      />
      <SpeedLabels
        axis={rows}
        height={height}
        side="right"
        labelOf={(value) => text.run.rowsPerSecond(withoutZeros(formatCompact(value)))}
        testId="throughput-rows"
      />
    </div>
  );
}

/** `50.0 MB/s` → `50 MB/s`: a level is a round number. */
function withoutZeros(figure: string): string {
  return figure.replace(/\.0+(?= |$)/, '');
}

function columns(samples: readonly SpeedSample[]): UPlot.AlignedData {
  return [
    samples.map((sample) => sample.atMs),
    samples.map((sample) => sample.bytesPerSecond),
    samples.map((sample) => sample.rowsPerSecond),
  ];
}

function options(width: number, height: number, shown: { readonly current: Shown }): UPlot.Options {
  return {
    width,
    height,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: () => [shown.current.window.fromMs, shown.current.window.toMs] },
      bytes: { range: () => [0, shown.current.bytes.top] },
      rows: { range: () => [0, shown.current.rows.top] },
    },
    series: [
      {},
      {
        scale: 'bytes',
        stroke: token('--chart-line'),
        fill: token('--chart-fill'),
        width: 1.5,
        points: { show: false },
      },
      { scale: 'rows', stroke: token('--chart-second'), width: 1, dash: [3, 3], points: { show: false } },
    ],
    hooks: {
      drawClear: [
        (plot) => {
          drawGrid(plot, shown.current);
        },
      ],
    },
  };
}

/** Draws under the lines: the moments of the time axis, and the levels of the bytes' axis. */
function drawGrid(plot: UPlot, { window, bytes }: Shown): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const cssWidth = bbox.width / ratio;
  ctx.save();
  ctx.fillStyle = token('--line');
  for (const ms of ticks(window, cssWidth, TICK_APART)) {
    ctx.fillRect(bbox.left + Math.round(xOf(ms, window, cssWidth) * ratio), bbox.top, ratio, bbox.height);
  }
  for (const { value } of bytes.levels) {
    ctx.fillRect(bbox.left, Math.round(plot.valToPos(value, 'bytes', true)), bbox.width, ratio);
  }
  ctx.restore();
}
