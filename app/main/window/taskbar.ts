import type { BrowserWindow } from 'electron';
import type { Activity } from '../notices/activity';

const NO_BAR = -1;
/** Above 1 the bar shows movement without a measure. */
const INDETERMINATE = 2;

/** Shows how far all runs together are on the window's taskbar button or dock icon. */
export function showProgress(window: BrowserWindow, { running, fraction }: Activity): void {
  if (window.isDestroyed()) return;
  window.setProgressBar(running === 0 ? NO_BAR : (fraction ?? INDETERMINATE));
}
