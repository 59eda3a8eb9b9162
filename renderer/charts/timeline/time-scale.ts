/** The part of a run's time that a chart shows, in ms since the run began. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

export type WindowMode = 'all' | 'recent';

const RECENT_MS = 60_000;
/** A run that has just begun is drawn on this width, so that its first chunk does not fill the picture. */
const LEAST_MS = 5000;
const STEPS_MS = [
  50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000,
  1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
] as const;

export function timeWindow(elapsedMs: number, mode: WindowMode, ended: boolean): TimeWindow {
  if (mode === 'recent' && elapsedMs > RECENT_MS) return { fromMs: elapsedMs - RECENT_MS, toMs: elapsedMs };
  return { fromMs: 0, toMs: ended ? Math.max(1, elapsedMs) : Math.max(LEAST_MS, elapsedMs) };
}

export function xOf(ms: number, window: TimeWindow, width: number): number {
  return ((ms - window.fromMs) / (window.toMs - window.fromMs)) * width;
}

export function msOf(x: number, window: TimeWindow, width: number): number {
  return window.fromMs + (x / Math.max(1, width)) * (window.toMs - window.fromMs);
}

/** Round moments inside the window, no closer together than `apart` pixels. */
export function ticks(window: TimeWindow, width: number, apart: number): readonly number[] {
  const msPerPixel = (window.toMs - window.fromMs) / Math.max(1, width);
  const step = STEPS_MS.find((candidate) => candidate >= msPerPixel * apart) ?? 86_400_000;
  const first = Math.ceil(window.fromMs / step) * step;
  const count = Math.max(0, Math.floor((window.toMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}
