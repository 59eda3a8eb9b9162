import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import { formatCount } from '../../../../app/contract/quantities';
import { token } from '../../../charts/canvas';
import { gutterMarks } from '../../../charts/pages/map-gutter';
import type { PlotBox } from '../../../charts/pages/order-plot';
import { cellPixels, fittingSize, gridOf, neutralColour, paintCells } from '../../../charts/pages/page-map';
import type { DrawnIndex } from '../../../state/inspect/before';
import { text } from '../../../text';
import { useAppearance } from '../../../theme/appearance';
import { rampColour } from '../../../theme/ramps';
import { drawFillFigure, drawOrderFigure } from './figure-axes';

const MAP = 300;
const PLOT = 260;
/** Title of a figure above it, legend or reading aid below it. */
const TITLE = 24;
const LEGEND = 28;
const SPACE = 18;
const GUTTER = 66;
const GUTTER_SPACING = 44;
export const FIGURES_HEIGHT = 3 * (TITLE + LEGEND) + MAP + 2 * PLOT + 2 * SPACE;

interface SideFigures {
  readonly index: IndexLayout;
  /** Histogram of the earlier state, outlined; null where this is it. */
  readonly before: readonly number[] | null;
  readonly drawn: DrawnIndex | null;
  readonly box: PlotBox;
  /** The scales that both sides share. */
  readonly cells: number;
  readonly pages: number;
}

/** Draws one state below its head: page map, order and fill. */
export function drawSideFigures(context: CanvasRenderingContext2D, side: SideFigures): void {
  const { index, before, drawn, box } = side;
  const mapTop = box.y + TITLE;
  heading(context, text.inspect.map, box.x, mapTop);
  if (drawn?.file.map == null) missing(context, text.inspect.onlyFigures, box.x, mapTop);
  else drawMap(context, side, drawn, mapTop);
  const orderTop = mapTop + MAP + LEGEND + SPACE + TITLE;
  heading(context, text.inspect.order, box.x, orderTop);
  const plot = drawn?.picture.plot ?? null;
  if (drawn === null || plot === null) missing(context, text.inspect.onlyFigures, box.x, orderTop);
  else {
    const figure = { plot, pages: side.pages, pageSize: drawn.file.pageSize };
    drawOrderFigure(context, figure, { x: box.x, y: orderTop, width: box.width, height: PLOT });
    aid(context, text.inspect.orderHint, box.x, orderTop + PLOT);
  }
  const fillTop = orderTop + PLOT + LEGEND + SPACE + TITLE;
  heading(context, text.inspect.histogram, box.x, fillTop);
  if (index.fillHistogram === null) return;
  const figure = { histogram: index.fillHistogram, before };
  drawFillFigure(context, figure, { x: box.x, y: fillTop, width: box.width, height: PLOT });
  aid(context, text.inspect.histogramHint, box.x, fillTop + PLOT);
}

function drawMap(
  context: CanvasRenderingContext2D,
  { box, cells }: SideFigures,
  { file, place }: DrawnIndex,
  top: number,
): void {
  const { map } = file;
  if (map === null) return;
  const { theme } = useAppearance.getState();
  const width = box.width - GUTTER;
  const size = fittingSize(cells, width, MAP);
  const grid = gridOf(map.used.length, width, size);
  const image = context.createImageData(width, MAP);
  paintCells(new Uint32Array(image.data.buffer), width, MAP, grid, cellPixels(map, 'key', place, theme), 0);
  const layer = document.createElement('canvas');
  [layer.width, layer.height] = [width, MAP];
  layer.getContext('2d')?.putImageData(image, 0, 0);
  context.drawImage(layer, box.x + GUTTER, top);
  const bytesPerCell = map.pagesPerCell * file.pageSize;
  const view = { top: 0, height: MAP, spacing: GUTTER_SPACING, bytesPerCell };
  context.textAlign = 'right';
  for (const { y, label } of gutterMarks(grid, view)) {
    writeText(context, label, { x: box.x + GUTTER - 8, y: top + y + 10, size: 11, colour: '--muted' });
  }
  context.textAlign = 'left';
  drawLegend(context, map.pagesPerCell, box.x + GUTTER, top + Math.min(MAP, grid.rows * size) + 16);
}

const RAMP_STEPS = 60;
const RAMP_WIDTH = 120;

/** Draws the colours of key position, of other pages and of unused ones, each with its name. */
function drawLegend(context: CanvasRenderingContext2D, pagesPerCell: number, left: number, y: number): void {
  const { theme } = useAppearance.getState();
  let x = left;
  const word = (words: string): void => {
    writeText(context, words, { x, y, size: 12, colour: '--muted' });
    x += context.measureText(words).width + 8;
  };
  word(text.inspect.scaleKey[0]);
  for (let step = 0; step < RAMP_STEPS; step += 1) {
    context.fillStyle = rampColour('key', step / (RAMP_STEPS - 1));
    context.fillRect(x + (step * RAMP_WIDTH) / RAMP_STEPS, y - 9, RAMP_WIDTH / RAMP_STEPS, 10);
  }
  x += RAMP_WIDTH + 8;
  word(text.inspect.scaleKey[1]);
  const neutrals = [
    ['other', text.inspect.otherIndex],
    ['unused', text.inspect.unusedPages],
  ] as const;
  for (const [what, name] of neutrals) {
    x += 10;
    context.fillStyle = neutralColour(what, theme);
    context.fillRect(x, y - 9, 10, 10);
    context.strokeStyle = token('--line-strong');
    context.strokeRect(x + 0.5, y - 8.5, 9, 9);
    x += 16;
    word(name);
  }
  const scale =
    pagesPerCell === 1 ? text.inspect.onePerCell : text.inspect.perCell(formatCount(pagesPerCell));
  word(`· ${scale}, ${text.inspect.mapRows}`);
}

function heading(context: CanvasRenderingContext2D, words: string, x: number, figureTop: number): void {
  writeText(context, words, { x, y: figureTop - 10, size: 14, isBold: true });
}

/** A line below a figure that says how to read it. */
function aid(context: CanvasRenderingContext2D, words: string, x: number, figureBottom: number): void {
  writeText(context, words, { x, y: figureBottom + 16, size: 12, colour: '--muted' });
}

function missing(context: CanvasRenderingContext2D, words: string, x: number, figureTop: number): void {
  writeText(context, words, { x, y: figureTop + 20, size: 13, colour: '--muted' });
}

interface TextLook {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isBold?: boolean;
  readonly colour?: '--text' | '--muted';
}

export function writeText(context: CanvasRenderingContext2D, words: string, look: TextLook): void {
  context.fillStyle = token(look.colour ?? '--text');
  context.font = `${look.isBold === true ? '600 ' : ''}${look.size}px ${token('--font')}`;
  context.fillText(words, look.x, look.y);
}
