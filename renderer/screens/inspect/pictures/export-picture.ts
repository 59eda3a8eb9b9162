import { inOrderPct, type IndexLayout } from '../../../../app/contract/pages/inspection';
import type { OrderPlot, PicturedInspection } from '../../../../app/contract/pages/page-picture';
import { token } from '../../../charts/canvas';
import { topPage } from '../../../charts/pages/order-plot';
import { drawnIndex, sameIndex } from '../../../state/inspect/before';
import { judge } from '../../../state/inspect/verdict';
import { text } from '../../../text';
import { verdictSentence } from '../verdict-words';
import { drawSideFigures, FIGURES_HEIGHT, writeText } from './export-side';
import { indexLabel } from './index-label';

const COLUMN = 900;
const MARGIN = 32;
/** Title, and under it each side's name, figures and verdict. */
const HEAD = 132;

/**
 * Draws a table's clustered index, and its earlier state beside it: page map, order and fill, each with title, axes and
 * legend, since the picture is read without the window. Returns the PNG as base64.
 */
export function pictureOf(
  name: string,
  after: PicturedInspection,
  before: PicturedInspection | null,
): string {
  const sides = before === null || before === after ? [after] : [before, after];
  const canvas = document.createElement('canvas');
  canvas.width = MARGIN + sides.length * (COLUMN + MARGIN);
  canvas.height = HEAD + FIGURES_HEIGHT + MARGIN;
  const context = canvas.getContext('2d');
  const [clustered] = after.inspection.indexes;
  if (context === null || clustered === undefined) return '';
  context.fillStyle = token('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  const title = text.inspect.pictureTitle(name, indexLabel(clustered));
  writeText(context, title, { x: MARGIN, y: MARGIN + 10, size: 20, isBold: true });
  const indexes = sides.map((side) => indexOf(side, after));
  sides.forEach((side, place) => {
    const index = indexes[place] ?? null;
    if (index === null) return;
    const x = MARGIN + place * (COLUMN + MARGIN);
    const which = sides.length === 1 ? 'only' : side === after ? 'after' : 'before';
    drawHead(context, { side, index, which, x });
    drawSideFigures(context, {
      index,
      before: which === 'after' ? (indexes[0]?.fillHistogram ?? null) : null,
      drawn: drawnIndex(side, index),
      box: { x, y: HEAD, width: COLUMN, height: FIGURES_HEIGHT },
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

interface Head {
  readonly side: PicturedInspection;
  readonly index: IndexLayout;
  readonly which: keyof typeof text.inspect.sides;
  readonly x: number;
}

function drawHead(context: CanvasRenderingContext2D, { side, index, which, x }: Head): void {
  const taken = new Date(side.inspection.takenAt).toLocaleString('en-GB');
  const name = text.inspect.sides[which];
  const title = name === '' ? text.inspect.takenAt(taken) : text.inspect.sideOf(name, taken);
  writeText(context, title, { x, y: MARGIN + 40, size: 14, isBold: name !== '' });
  writeText(context, summaryOf(index), { x, y: MARGIN + 60, size: 13 });
  const [table] = side.inspection.tables;
  if (table === undefined) return;
  writeText(context, verdictSentence(judge(index, table, true)), { x, y: MARGIN + 80, size: 13 });
}

function summaryOf({ fillPct, outOfOrderPct, leafPages }: IndexLayout): string {
  return [
    leafPages === null ? '' : text.inspect.pictureLeaves(String(leafPages)),
    fillPct === null ? '' : text.inspect.pictureFill(fillPct.toFixed(1)),
    outOfOrderPct === null ? '' : text.inspect.pictureOrder(inOrderPct(outOfOrderPct).toFixed(1)),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
