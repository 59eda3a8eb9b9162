import type { OrderPlot } from '../../../app/contract/pages/page-picture';

/** A box that a chart draws into, in CSS pixels. */
export interface PlotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A mark of the plot: leaves `x` of the width along, from `low` to `high` of the height up. All are 0 to 1. */
export interface PlotMark {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

/** The end of a scale that holds all plots. */
export function topPage(plots: readonly (OrderPlot | null)[]): number {
  return plots.reduce(
    (top, plot) => plot?.highest.reduce((most, page) => Math.max(most, page + 1), top) ?? top,
    1,
  );
}

/** The points of a plot on a scale of `pages`, which two plots share to be comparable. */
export function plotMarks({ lowest, highest }: OrderPlot, pages: number): readonly PlotMark[] {
  const count = Math.max(1, lowest.length);
  const scale = Math.max(1, pages);
  return Array.from(lowest, (low, at) => ({
    x: (at + 0.5) / count,
    low: low / scale,
    high: (highest[at] ?? low) / scale,
  }));
}

/** Draws key order from left to right and the file's from the bottom up. */
export function drawOrderPlot(
  context: CanvasRenderingContext2D,
  marks: readonly PlotMark[],
  box: PlotBox,
  colour: string,
): void {
  context.fillStyle = colour;
  for (const { x, low, high } of marks) {
    const top = box.y + (1 - high) * box.height;
    const bottom = box.y + (1 - low) * box.height;
    context.fillRect(box.x + x * box.width - 0.75, top - 0.75, 1.5, Math.max(1.5, bottom - top));
  }
}
