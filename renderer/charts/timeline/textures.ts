import type { LanePhase } from '../../../app/contract/runs/run';

/** Texture of each phase on top of its table's colour: colour says which table, texture says which phase. */
export type Texture = 'solid' | 'edge' | 'stripes' | 'dots' | 'crosses' | 'hollow' | 'nothing';

export const phaseTexture: Readonly<Record<LanePhase, Texture>> = {
  idle: 'nothing',
  read: 'solid',
  load: 'edge',
  index: 'stripes',
  verify: 'dots',
  wait: 'hollow',
  retry: 'crosses',
};

const TILE = 6;
const EDGE = 2;
const INK = 'rgb(8 14 18 / 55%)';
const patterns = new Map<Texture, CanvasPattern | null>();

/** Fills a box with a table's colour and a phase's texture. */
export function paintBox(
  context: CanvasRenderingContext2D,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  colour: string,
  texture: Texture,
): void {
  if (texture === 'nothing') return;
  const { x, y, width, height } = box;
  if (texture === 'hollow') {
    context.fillStyle = colour;
    context.fillRect(x, y + height / 2 - 1, width, 2);
    return;
  }
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
  if (texture === 'edge') {
    context.fillStyle = INK;
    context.fillRect(x, y + height - EDGE, width, EDGE);
    return;
  }
  const pattern = patternOf(context, texture);
  if (pattern === null) return;
  context.fillStyle = pattern;
  context.fillRect(x, y, width, height);
}

function patternOf(context: CanvasRenderingContext2D, texture: Texture): CanvasPattern | null {
  const known = patterns.get(texture);
  if (known !== undefined) return known;
  const pattern = makePattern(context, texture);
  patterns.set(texture, pattern);
  return pattern;
}

function makePattern(context: CanvasRenderingContext2D, texture: Texture): CanvasPattern | null {
  if (texture === 'solid') return null;
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const pen = tile.getContext('2d');
  if (pen === null) return null;
  pen.strokeStyle = INK;
  pen.fillStyle = INK;
  pen.lineWidth = 1.6;
  if (texture === 'dots') {
    pen.fillRect(1, 1, 2, 2);
    pen.fillRect(4, 4, 2, 2);
  } else {
    line(pen, -1, TILE + 1, TILE + 1, -1);
    line(pen, -1, 1, 1, -1);
    line(pen, TILE - 1, TILE + 1, TILE + 1, TILE - 1);
    if (texture === 'crosses') line(pen, -1, -1, TILE + 1, TILE + 1);
  }
  return context.createPattern(tile, 'repeat');
}

function line(pen: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  pen.beginPath();
  pen.moveTo(fromX, fromY);
  pen.lineTo(toX, toY);
  pen.stroke();
}
