/**
 * Draws a tablespace file before and after a change with the window's own code: `draw-picture FILE AFTER PICTURE` opens
 * FILE in the app, keeps what it shows, puts AFTER in its place, reads it again and saves the comparison as PICTURE.
 */
import { copyFileSync, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { showInspect, withWindow } from './window.mjs';

const [file, after, picture] = process.argv.slice(2);

await withWindow(async (window) => {
  const { page } = window;
  await showInspect(window, { open: file, save: picture });
  await page.getByTestId('inspect-open-file').click();
  await page.getByTestId('inspect-map-only').waitFor();
  await page.getByTestId('inspect-keep').click();
  copyFileSync(after, file);
  await page.getByTestId('inspect-again').click();
  await page.getByTestId('inspect-map-after').waitFor();
  await page.getByTestId('inspect-save-png').click();
  while (!existsSync(picture)) await pause(100);
});
