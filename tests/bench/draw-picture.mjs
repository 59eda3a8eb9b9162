/**
 * Draws a tablespace file before and after a change with the window's own code: `draw-picture FILE AFTER PICTURE` opens
 * FILE in the app, keeps what it shows, puts AFTER in its place, reads it again and saves the comparison as PICTURE.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { _electron } from 'playwright-core';
import { electronPath } from '../../build/runtime.mjs';
import { cacheFolder, root } from '../../build/setup/places.mjs';

const [file, after, picture] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'sluice-picture-'));
const place = (name) => {
  mkdirSync(join(home, name));
  return join(home, name);
};
const electron = await _electron.launch({
  executablePath: electronPath(),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root],
  cwd: home,
  env: {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: place('config'),
    XDG_DATA_HOME: place('data'),
    XDG_RUNTIME_DIR: place('runtime'),
    SLUICE_CACHE: cacheFolder,
  },
});
try {
  const page = await electron.firstWindow();
  page.setDefaultTimeout(5 * 60_000);
  await page.getByTestId('screen-connections').waitFor();
  await electron.evaluate(
    ({ dialog, Menu }, [open, save]) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [open] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: save });
      Menu.getApplicationMenu()?.getMenuItemById('show-inspect')?.click();
    },
    [file, picture],
  );
  await page.getByTestId('inspect-open-file').click();
  await page.getByTestId('inspect-map-only').waitFor();
  await page.getByTestId('inspect-keep').click();
  copyFileSync(after, file);
  await page.getByTestId('inspect-again').click();
  await page.getByTestId('inspect-map-after').waitFor();
  await page.getByTestId('inspect-save-png').click();
  while (!existsSync(picture)) await pause(100);
} finally {
  await electron.close();
  rmSync(home, { recursive: true, force: true });
}
