import type { PlotBox } from './order-plot';

/** A label on an axis, at a share (0 to 1) of its length. */
export interface Tick {
  readonly share: number;
  readonly label: string;
}

/** Axes of a figure in words: with them it explains itself, also outside of the window. */
export interface Axes {
  readonly up: { readonly name: string; readonly ticks: readonly Tick[] };
  readonly along: { readonly ticks: readonly Tick[] };
}

export interface AxisColours {
  readonly ink: string;
  readonly grid: string;
  readonly font: string;
}

/** Room for the labels around the plot itself, in CSS pixels. */
const ROOM = { left: 40, top: 20, right: 6, bottom: 20 } as const;
const BASELINE = 13;
const MIB = 2 ** 20;

/** The plot's own box within the figure's. */
export function plotArea({ x, y, width, height }: PlotBox): PlotBox {
  return {
    x: x + ROOM.left,
    y: y + ROOM.top,
    width: Math.max(1, width - ROOM.left - ROOM.right),
    height: Math.max(1, height - ROOM.top - ROOM.bottom),
  };
}

/** Ticks at round numbers of MiB, up to five steps of them, on an axis of so many bytes. */
export function fileTicks(bytes: number): readonly Tick[] {
  const top = Math.max(bytes, 1) / MIB;
  const step = roundStep(top / 5);
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => ({
    share: (at * step) / top,
    label: String(Number((at * step).toPrecision(6))),
  }));
}

/** The least of 1, 2 and 5, times a power of ten, that is no less than `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least - 1e-12) ?? 10) * power;
}

/** Draws the grid, the ticks' labels and the name of the upward axis around a plot. */
export function drawAxes(
  context: CanvasRenderingContext2D,
  area: PlotBox,
  { up, along }: Axes,
  { ink, grid, font }: AxisColours,
): void {
  context.font = font;
  for (const { share, label } of up.ticks) {
    const y = Math.round(area.y + (1 - share) * (area.height - 1));
    context.fillStyle = grid;
    context.fillRect(area.x, y, area.width, 1);
    context.fillStyle = ink;
    write(context, label, { x: area.x - 6, y: y + 4, align: 'right' });
  }
  context.fillStyle = ink;
  write(context, up.name, { x: area.x - ROOM.left, y: area.y - 8, align: 'left' });
  for (const { share, label } of along.ticks) {
    const align = share === 0 ? 'left' : share === 1 ? 'right' : 'center';
    const place = { x: area.x + share * area.width, y: area.y + area.height + BASELINE + 2, align } as const;
    write(context, label, place);
  }
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly align: CanvasTextAlign;
}

function write(context: CanvasRenderingContext2D, words: string, { x, y, align }: TextPlace): void {
  context.textAlign = align;
  context.fillText(words, x, y);
  context.textAlign = 'left';
}
