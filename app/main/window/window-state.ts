import { readFileSync, writeFileSync } from 'fs';
import { z } from 'zod';

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
const stateSchema = z.object({ bounds: boundsSchema, maximized: z.boolean() });

export type Bounds = z.infer<typeof boundsSchema>;
export type WindowState = z.infer<typeof stateSchema>;

/** Returns null where nothing usable was saved: a lost window size is no error. */
export function recallWindowState(file: string): WindowState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

export function rememberWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  } catch {
    // The size is a convenience; a full disk must not keep a window from closing.
  }
}

/** Returns whether enough of a window lies on a screen to grab it: screens come and go between two starts. */
export function isReachable(bounds: Bounds, screens: readonly Bounds[]): boolean {
  const grip = 80;
  return screens.some(
    (screen) =>
      overlap(bounds.x, bounds.width, screen.x, screen.width) >= grip &&
      bounds.y >= screen.y &&
      bounds.y <= screen.y + screen.height - grip,
  );
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}
