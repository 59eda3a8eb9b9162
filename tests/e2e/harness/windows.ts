import type { RunningApp } from './launch';
import { lookAt } from './look';

export interface WindowSize {
  readonly width: number;
  readonly height: number;
  /** 1.5 draws everything half as large again. */
  readonly zoom: number;
}

/** As a new window opens. */
export const USUAL: WindowSize = { width: 1280, height: 820, zoom: 1 };

/** Looks at the screen in a window that is as small as it can be and enlarged, so that 640 pixels are left of its width. */
export async function lookAtNarrow(app: RunningApp, name: string): Promise<void> {
  await atSize(app, { width: 960, height: 700, zoom: 1.5 }, () => lookAt(app, name));
}

/** Gives the window's page a size, and the usual one again when `work` is done. */
export async function atSize(app: RunningApp, size: WindowSize, work: () => Promise<void>): Promise<void> {
  await resize(app, size);
  await work();
  await resize(app, USUAL);
}

async function resize(app: RunningApp, size: WindowSize): Promise<void> {
  await app.resize(size);
  const inner = Math.round(size.width / size.zoom);
  await app.page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, inner);
}
