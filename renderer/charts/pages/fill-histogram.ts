import type { PlotBox } from './order-plot';

/** Fill of pages written in key order: a sixteenth stays free. */
export const DENSE = 15 / 16;

/** Pages by fill as shares of all pages, so that two tables of different size compare. */
export function sharesOf(histogram: readonly number[]): readonly number[] {
  const pages = histogram.reduce((sum, count) => sum + count, 0);
  return histogram.map((count) => count / Math.max(1, pages));
}

/** The top of a scale that holds all shares: the next tenth. */
export function topOf(...all: readonly (readonly number[])[]): number {
  const most = Math.max(0.1, ...all.flat());
  return Math.min(1, Math.ceil(most * 10 - 1e-9) / 10);
}

interface HistogramPicture {
  readonly before: readonly number[] | null;
  readonly after: readonly number[];
  readonly top: number;
  readonly box: PlotBox;
  /** Stands over the mark at 15/16. */
  readonly markLabel: string;
  readonly colours: {
    readonly bar: string;
    readonly outline: string;
    readonly mark: string;
    readonly ground: string;
  };
}

/** Solid bars for what is, an outline for what was before, and the mark at 15/16. */
export function drawHistogram(
  context: CanvasRenderingContext2D,
  { before, after, top, box, markLabel, colours }: HistogramPicture,
): void {
  const step = box.width / after.length;
  const y = (share: number): number => box.y + (1 - share / top) * box.height;
  context.fillStyle = colours.bar;
  after.forEach((share, bin) => {
    const height = share === 0 ? 0 : Math.max(1.5, box.y + box.height - y(share));
    context.fillRect(box.x + bin * step + 1, box.y + box.height - height, step - 2, height);
  });
  if (before !== null) {
    context.strokeStyle = colours.outline;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(box.x, box.y + box.height);
    before.forEach((share, bin) => {
      context.lineTo(box.x + bin * step, y(share));
      context.lineTo(box.x + (bin + 1) * step, y(share));
    });
    context.lineTo(box.x + box.width, box.y + box.height);
    context.stroke();
  }
  const mark = Math.round(box.x + DENSE * box.width);
  context.fillStyle = colours.ground;
  context.fillRect(mark - 1, box.y, 3, box.height);
  context.fillStyle = colours.mark;
  for (let at = box.y - 6; at < box.y + box.height; at += 6) context.fillRect(mark, at, 1, 4);
  context.textAlign = 'right';
  context.fillText(markLabel, mark + 4, box.y - 9);
  context.textAlign = 'left';
}
