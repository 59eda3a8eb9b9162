/**
 * Draws a tablespace file before and after a change with the window's own code: `draw-picture FILE AFTER PICTURE CAPTION`
 * opens FILE in the app, keeps what it shows, puts AFTER in its place, reads it again, saves the comparison as PICTURE and
 * writes CAPTION below it, since the app can't know what was done between.
 */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { showInspect, withWindow } from './window.mjs';

const [file, after, picture, caption] = process.argv.slice(2);

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
  const png = readFileSync(picture).toString('base64');
  writeFileSync(picture, Buffer.from(await page.evaluate(withCaption, { png, caption }), 'base64'));
});

/** Adds a line below a PNG, in the window's own colours and font. @returns the PNG as base64 */
async function withCaption({ png, caption }) {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height + 36];
  const context = canvas.getContext('2d');
  const style = getComputedStyle(document.documentElement);
  context.fillStyle = style.getPropertyValue('--panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  context.fillStyle = style.getPropertyValue('--text');
  context.font = `600 14px ${style.getPropertyValue('--font')}`;
  context.fillText(caption, 32, image.height + 8);
  return canvas.toDataURL('image/png').replace(/^data:[^,]*,/, '');
}
