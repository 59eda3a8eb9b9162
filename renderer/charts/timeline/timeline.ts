import type { LanePhase, LaneProgress, LaneSegment } from '../../../app/contract/runs/run';
import { INK_ON_TABLE, tableColour } from '../../theme/palette';
import type { Theme } from '../../theme/appearance';
import { paintBox, phaseTexture } from './textures';
import { ticks, xOf, type TimeWindow } from './time-scale';

export const LANE_HEIGHT = 26;
/** Pixels between two marks of the time axis, and between the lines under the lanes. */
export const TICK_APART = 84;

const BAR_TOP = 4;
const BAR_HEIGHT = LANE_HEIGHT - 2 * BAR_TOP;
const NAME_LEAST = 20;
/** A name is cut only where much of it still shows; else a wider box of the same table may come. */
const NAME_CUT_LEAST = 72;
const NAME_MARGIN = 5;
const DIMMED = 0.22;

export interface TimelinePicture {
  readonly width: number;
  readonly height: number;
  /** Scroll position of the lanes, in pixels. */
  readonly scrollTop: number;
  readonly window: TimeWindow;
  readonly elapsedMs: number;
  readonly lanes: readonly LaneProgress[];
  readonly segments: readonly (readonly LaneSegment[])[];
  /** A table's short name, drawn where its segment is wide enough. */
  readonly nameOf: (table: number) => string;
  readonly hueOf: (table: number) => number;
  /** The only table in full colour; null for all. */
  readonly focus: number | null;
  readonly theme: Theme;
  readonly gridColour: string;
  readonly font: string;
}

/** Draws the lanes that are in view: a bar per segment, and the unfinished one up to now. */
export function drawTimeline(context: CanvasRenderingContext2D, picture: TimelinePicture): void {
  drawGrid(context, picture);
  const first = Math.max(0, Math.floor(picture.scrollTop / LANE_HEIGHT));
  const last = Math.min(
    picture.lanes.length - 1,
    Math.floor((picture.scrollTop + picture.height) / LANE_HEIGHT),
  );
  context.font = picture.font;
  context.textBaseline = 'middle';
  for (let lane = first; lane <= last; lane += 1) {
    drawLane(context, picture, segmentsOf(picture, lane), lane * LANE_HEIGHT - picture.scrollTop + BAR_TOP);
  }
  context.globalAlpha = 1;
}

function drawGrid(context: CanvasRenderingContext2D, picture: TimelinePicture): void {
  context.fillStyle = picture.gridColour;
  for (const ms of ticks(picture.window, picture.width, TICK_APART)) {
    context.fillRect(Math.round(xOf(ms, picture.window, picture.width)), 0, 1, picture.height);
  }
}

interface TimelineSegment {
  readonly phase: LanePhase;
  readonly table: number;
  /** Null or negative where it is no chunk. */
  readonly chunk: number | null;
  readonly startMs: number;
  readonly endMs: number;
}

/** The lane's finished segments and what it does now; between the two it did nothing. */
function segmentsOf(picture: TimelinePicture, lane: number): readonly TimelineSegment[] {
  const segments = picture.segments[lane] ?? [];
  const now = picture.lanes[lane];
  if (now === undefined || now.phase === 'idle') return segments;
  // Its state is older than the segments that came with it by less than can be seen.
  const startMs = Math.max(now.sinceMs, segments[segments.length - 1]?.endMs ?? 0);
  if (picture.elapsedMs <= startMs) return segments;
  const { phase, table } = now;
  const chunk = 'chunk' in now ? now.chunk : null;
  return [...segments, { phase, table, chunk, startMs, endMs: picture.elapsedMs }];
}

function drawLane(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  segments: readonly TimelineSegment[],
  y: number,
): void {
  let drawnTo = -1;
  let named = -1;
  for (const segment of segments) {
    const left = Math.max(0, xOf(segment.startMs, picture.window, picture.width));
    const right = Math.min(picture.width, xOf(segment.endMs, picture.window, picture.width));
    if (right <= 0 || left >= picture.width || right - drawnTo < 0.5) continue;
    drawnTo = right;
    drawSegment(context, picture, segment, left, right, y);
    if (named === segment.table) continue;
    named = drawName(context, picture, segment, left, right, y) ? segment.table : -1;
  }
}

function drawSegment(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  segment: TimelineSegment,
  left: number,
  right: number,
  y: number,
): void {
  const width = right - left;
  const gap = width >= 4 ? 1 : 0;
  const rhythm = (segment.chunk ?? 0) % 2 === 1 ? 0.84 : 1;
  context.globalAlpha = isDimmed(picture, segment.table) ? DIMMED : rhythm;
  paintBox(
    context,
    { x: left, y, width: Math.max(0.75, width - gap), height: BAR_HEIGHT },
    tableColour(picture.hueOf(segment.table), picture.theme),
    phaseTexture[segment.phase],
  );
}

/**
 * Names the table inside its first box that has the room, on a plate where a texture would make it hard to read.
 * Answers whether it did.
 */
function drawName(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  segment: TimelineSegment,
  left: number,
  right: number,
  y: number,
): boolean {
  const room = right - left - NAME_MARGIN * 2;
  const texture = phaseTexture[segment.phase];
  if (room < NAME_LEAST || texture === 'hollow' || texture === 'nothing' || segment.table < 0) return false;
  if (isDimmed(picture, segment.table)) return false;
  const full = picture.nameOf(segment.table);
  const fits = context.measureText(full).width <= room;
  if (!fits && room < NAME_CUT_LEAST) return false;
  const name = fits ? full : cutText(context, full, room);
  context.globalAlpha = 1;
  if (texture !== 'solid' && texture !== 'edge') {
    context.fillStyle = tableColour(picture.hueOf(segment.table), picture.theme);
    context.fillRect(left + 2, y + 2, context.measureText(name).width + 6, BAR_HEIGHT - 4);
  }
  context.fillStyle = INK_ON_TABLE;
  context.fillText(name, left + NAME_MARGIN, y + BAR_HEIGHT / 2 + 0.5);
  return true;
}

function isDimmed(picture: TimelinePicture, table: number): boolean {
  return picture.focus !== null && picture.focus !== table;
}

/** Cuts a text to the width, with an ellipsis. */
function cutText(context: CanvasRenderingContext2D, full: string, room: number): string {
  let length = full.length - 1;
  while (length > 1 && context.measureText(`${full.slice(0, length)}…`).width > room) length -= 1;
  return `${full.slice(0, length)}…`;
}
