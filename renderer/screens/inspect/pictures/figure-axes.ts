import type { OrderPlot } from '../../../../app/contract/pages/page-picture';
import { token } from '../../../charts/canvas';
import { drawAxes, fileTicks, plotArea, type Axes, type AxisColours } from '../../../charts/pages/axes';
import { DENSE, drawHistogram, sharesOf, topOf } from '../../../charts/pages/fill-histogram';
import { drawOrderPlot, plotMarks, type PlotBox } from '../../../charts/pages/order-plot';
import { text } from '../../../text';

/** Figures with their axes: the window and an exported picture draw the same. */

interface OrderFigure {
  readonly plot: OrderPlot;
  /** The scale's end, which two figures side by side share. */
  readonly pages: number;
  readonly pageSize: number;
}

/** Draws place in the file over key order. */
export function drawOrderFigure(
  context: CanvasRenderingContext2D,
  { plot, pages, pageSize }: OrderFigure,
  box: PlotBox,
): void {
  const area = plotArea(box);
  const axes: Axes = {
    up: { name: text.inspect.axisFile, ticks: fileTicks(pages * pageSize) },
    along: {
      ticks: [
        { share: 0, label: text.inspect.axisFirstKey },
        { share: 0.5, label: text.inspect.axisKeys },
        { share: 1, label: text.inspect.axisLastKey },
      ],
    },
  };
  drawAxes(context, area, axes, axisColours());
  drawOrderPlot(context, plotMarks(plot, pages), area, token('--chart-line'));
}

interface FillFigure {
  readonly histogram: readonly number[];
  readonly before: readonly number[] | null;
}

/** Draws the shares of leaf pages by fill, with the mark that a load in key order reaches. */
export function drawFillFigure(
  context: CanvasRenderingContext2D,
  { histogram, before }: FillFigure,
  box: PlotBox,
): void {
  const area = plotArea(box);
  const after = sharesOf(histogram);
  const was = before === null ? null : sharesOf(before);
  const top = topOf(after, was ?? []);
  const tick = (share: number, per: number) => ({
    share,
    label: text.inspect.percent((per * 100).toFixed(0)),
  });
  const axes: Axes = {
    up: {
      name: text.inspect.axisPages(was !== null),
      ticks: [0, 0.5, 1].map((share) => tick(share, share * top)),
    },
    along: {
      ticks: [
        ...[0, 0.25, 0.5, 0.75].map((share) => tick(share, share)),
        { share: 1, label: text.inspect.axisFull },
      ],
    },
  };
  drawAxes(context, area, axes, axisColours());
  drawHistogram(context, {
    before: was,
    after,
    top,
    box: area,
    markLabel: text.inspect.mark((DENSE * 100).toFixed(1)),
    colours: {
      bar: token('--chart-line'),
      outline: token('--warn'),
      mark: token('--text'),
      ground: token('--panel'),
    },
  });
}

function axisColours(): AxisColours {
  return { ink: token('--muted'), grid: token('--line'), font: `11px ${token('--font')}` };
}
