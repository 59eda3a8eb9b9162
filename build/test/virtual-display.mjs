import { which } from '../setup/command.mjs';

/** Words that start a program on a display of its own; none where there is a display. */
export function virtualDisplay() {
  const isThere = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (process.platform !== 'linux' || isThere) return [];
  return [which('xvfb-run'), '--auto-servernum', '--server-args=-screen 0 1440x1000x24'];
}
