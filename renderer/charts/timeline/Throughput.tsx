import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatBytesPerSecond } from '../../../app/contract/quantities';
import { useAppearance } from '../../theme/appearance';
import { token } from '../canvas';
import { ticks, xOf, type TimeWindow } from './time-scale';
import { TICK_APART } from './timeline';

/** CSS pixels of a level's label, with the gap between it and its line. */
const LABEL_HEIGHT = 15;
const LABEL_GAP = 2;
const LABEL_LEFT = 6;
const LABEL_MARGIN = 3;
/** Opacity of a label's plate. */
const PLATE = 0.82;
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

/** Bytes and rows per second over the same time as the lanes below it. */
export function Throughput({ label, samples, window: shown, width, height }: ThroughputProps) {
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const latestWindow = useRef(shown);
  const theme = useAppearance((state) => state.theme);

  useEffect(() => {
    if (holder.current === null || width === 0) return undefined;
    const made = new UPlot(options(width, height, latestWindow), [[], [], []], holder.current);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [width, height, theme]);

  useEffect(() => {
    latestWindow.current = shown;
    plot.current?.setData(columns(samples));
  }, [samples, shown, width, height, theme]);

  return <div ref={holder} role="img" aria-label={label} data-testid="throughput" />;
}

function columns(samples: readonly SpeedSample[]): UPlot.AlignedData {
  return [
    samples.map((sample) => sample.atMs),
    samples.map((sample) => sample.bytesPerSecond),
    samples.map((sample) => sample.rowsPerSecond),
  ];
}

function options(width: number, height: number, shown: { readonly current: TimeWindow }): UPlot.Options {
  const fromZero =
    (room: number) =>
    (_: UPlot, least: number | null, most: number | null): UPlot.Range.MinMax => [
      Math.min(0, least ?? 0),
      Math.max(1, most ?? 1) * room,
    ];
  return {
    width,
    height,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: () => [shown.current.fromMs, shown.current.toMs] },
      bytes: { range: fromZero(ROOM.bytes) },
      rows: { range: fromZero(ROOM.rows) },
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
      draw: [drawLabels],
    },
  };
}

/** Draws under the lines: the moments of the time axis, and two levels. */
function drawGrid(plot: UPlot, window: TimeWindow): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const cssWidth = bbox.width / ratio;
  ctx.save();
  ctx.fillStyle = token('--line');
  for (const ms of ticks(window, cssWidth, TICK_APART)) {
    ctx.fillRect(bbox.left + Math.round(xOf(ms, window, cssWidth) * ratio), bbox.top, ratio, bbox.height);
  }
  for (const level of levels(plot.scales.bytes?.max ?? 0)) {
    ctx.fillRect(bbox.left, Math.round(plot.valToPos(level, 'bytes', true)), bbox.width, ratio);
  }
  ctx.restore();
}

/** Draws over the lines, each on a plate, what the levels mean: above its line, or below it where that is the top. */
function drawLabels(plot: UPlot): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const height = LABEL_HEIGHT * ratio;
  ctx.save();
  ctx.font = `${String(11 * ratio)}px ${token('--font')}`;
  ctx.textBaseline = 'middle';
  for (const level of levels(plot.scales.bytes?.max ?? 0)) {
    const y = Math.round(plot.valToPos(level, 'bytes', true));
    const top = y - height < bbox.top ? y + LABEL_GAP * ratio : y - height;
    const label = formatBytesPerSecond(level).replace(/\.0+ /, ' ');
    const left = bbox.left + LABEL_LEFT * ratio;
    const margin = LABEL_MARGIN * ratio;
    ctx.globalAlpha = PLATE;
    ctx.fillStyle = token('--ground');
    ctx.fillRect(left - margin, top, ctx.measureText(label).width + 2 * margin, height - LABEL_GAP * ratio);
    ctx.globalAlpha = 1;
    ctx.fillStyle = token('--muted');
    ctx.fillText(label, left, top + (height - LABEL_GAP * ratio) / 2);
  }
  ctx.restore();
}

/** One or two round levels below the top of the scale. */
export function levels(most: number): readonly number[] {
  if (most <= 10) return [];
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2, 1, 0.5].map((factor) => factor * power).find((size) => size * 2 <= most) ?? power / 2;
  return [step, step * 2].filter((level) => level < most * 0.9);
}
