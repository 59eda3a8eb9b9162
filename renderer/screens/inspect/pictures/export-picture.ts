import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import type { OrderPlot, PicturedInspection } from '../../../../app/contract/pages/page-picture';
import { token } from '../../../charts/canvas';
import { drawHistogram, sharesOf, topOf } from '../../../charts/pages/fill-histogram';
import { drawOrderPlot, plotMarks, topPage } from '../../../charts/pages/order-plot';
import { cellPixels, fittingSize, gridOf, paintCells } from '../../../charts/pages/page-map';
import { drawnIndex, sameIndex } from '../../../state/inspect/before';
import { inOrderPct } from '../../../state/pages/figures';
import { text } from '../../../text';
import { useAppearance } from '../../../theme/appearance';
import { indexLabel } from './index-label';

const COLUMN = 900;
const MAP = 300;
const PLOT = 240;
const MARGIN = 32;
const LINE = 26;

/**
 * A picture of a table's clustered index, and of what it was before beside it: map by key position, order plot and
 * fill. The answer is the PNG as base64.
 */
export function pictureOf(
  name: string,
  after: PicturedInspection,
  before: PicturedInspection | null,
): string {
  const sides = before === null || before === after ? [after] : [before, after];
  const canvas = document.createElement('canvas');
  canvas.width = MARGIN + sides.length * (COLUMN + MARGIN);
  canvas.height = MARGIN * 4 + LINE * 3 + MAP + PLOT * 2;
  const context = canvas.getContext('2d');
  if (context === null) return '';
  context.fillStyle = token('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  write(context, name, MARGIN, MARGIN + 6, 20);
  const tops = sides.flatMap(({ inspection }) => shareListOf(inspection.indexes[0]));
  sides.forEach((side, place) => {
    const index = indexOf(side, after);
    if (index === null) return;
    drawSide(context, side, index, {
      x: MARGIN + place * (COLUMN + MARGIN),
      top: topOf(...tops),
      cells: Math.max(...sides.map((each) => each.pictures[0]?.map?.used.length ?? 0)),
      pages: topPage(sides.map((each) => plotOf(each, after))),
    });
  });
  return canvas.toDataURL('image/png').replace(/^data:[^,]*,/, '');
}

function indexOf(side: PicturedInspection, after: PicturedInspection): IndexLayout | null {
  const [index] = after.inspection.indexes;
  if (index === undefined || side === after) return index ?? null;
  return sameIndex(side.inspection, after.inspection, index);
}

function plotOf(side: PicturedInspection, after: PicturedInspection): OrderPlot | null {
  const index = indexOf(side, after);
  return index === null ? null : (drawnIndex(side, index)?.picture.plot ?? null);
}

function shareListOf(index: IndexLayout | undefined): readonly (readonly number[])[] {
  return index?.fillHistogram == null ? [] : [sharesOf(index.fillHistogram)];
}

/** Position of a side, and the scales that both sides share. */
interface SidePlace {
  readonly x: number;
  readonly top: number;
  readonly cells: number;
  readonly pages: number;
}

function drawSide(
  context: CanvasRenderingContext2D,
  side: PicturedInspection,
  index: IndexLayout,
  { x, top, cells, pages }: SidePlace,
): void {
  const taken = text.inspect.takenAt(new Date(side.inspection.takenAt).toLocaleString('en-GB'));
  write(context, summaryOf(index, taken), x, MARGIN + LINE + 6, 13);
  const mapTop = MARGIN * 2 + LINE;
  const drawn = drawnIndex(side, index);
  if (drawn?.file.map != null) {
    const size = fittingSize(cells, COLUMN, MAP);
    const grid = gridOf(drawn.file.map.used.length, COLUMN, size);
    const image = context.createImageData(COLUMN, MAP);
    const { theme } = useAppearance.getState();
    const pixels = cellPixels(drawn.file.map, 'key', drawn.place, theme);
    paintCells(new Uint32Array(image.data.buffer), COLUMN, MAP, grid, pixels, 0);
    const layer = document.createElement('canvas');
    [layer.width, layer.height] = [COLUMN, MAP];
    layer.getContext('2d')?.putImageData(image, 0, 0);
    context.drawImage(layer, x, mapTop);
  }
  const colours = {
    mark: token('--chart-line'),
    bar: token('--chart-line'),
    outline: token('--text'),
    grid: token('--line'),
  };
  const plotTop = mapTop + MAP + MARGIN;
  const plot = drawn?.picture.plot ?? null;
  if (plot !== null) {
    const box = { x, y: plotTop, width: COLUMN, height: PLOT };
    drawOrderPlot(context, plotMarks(plot, pages), box, colours);
  }
  const after = index.fillHistogram;
  if (after === null) return;
  const box = { x, y: plotTop + PLOT + MARGIN, width: COLUMN, height: PLOT };
  const bars = { ...colours, mark: token('--text'), ground: token('--panel') };
  drawHistogram(context, { before: null, after: sharesOf(after), top, box, colours: bars });
}

function summaryOf(index: IndexLayout, taken: string): string {
  const { fillPct, outOfOrderPct, leafPages } = index;
  return [
    indexLabel(index),
    taken,
    leafPages === null ? '' : text.inspect.pictureLeaves(String(leafPages)),
    fillPct === null ? '' : text.inspect.pictureFill(fillPct.toFixed(1)),
    outOfOrderPct === null ? '' : text.inspect.pictureOrder(inOrderPct(outOfOrderPct).toFixed(1)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function write(context: CanvasRenderingContext2D, words: string, x: number, y: number, size: number): void {
  context.fillStyle = token('--text');
  context.font = `${size}px ${token('--font')}`;
  context.fillText(words, x, y);
}
