import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { which } from '../../build/setup/command.mjs';
import { electronPath } from '../../build/runtime.mjs';
import { cacheFolder, root } from '../../build/setup/places.mjs';

/** A command line that opens windows, with a display of its own where there is none. */
export function onDisplay(command) {
  return process.env.DISPLAY || !which('xvfb-run') ? command : ['xvfb-run', '-a', ...command];
}

/** Runs `work` with the built app as a new user sees it; `work` gets Playwright's app and page. */
export async function withWindow(work) {
  const home = mkdtempSync(join(tmpdir(), 'sluice-window-'));
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
      XDG_STATE_HOME: place('state'),
      XDG_RUNTIME_DIR: place('runtime'),
      SLUICE_CACHE: cacheFolder,
    },
  });
  try {
    const page = await electron.firstWindow();
    page.setDefaultTimeout(5 * 60_000);
    await page.getByTestId('screen-connections').waitFor();
    await work({ electron, page });
  } finally {
    await electron.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Shows the screen on which a tablespace file is opened; the dialogs for files answer by themselves. */
export async function showInspect({ electron, page }, { open, save }) {
  await electron.evaluate(
    ({ dialog, Menu }, [openPath, savePath]) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [openPath] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: savePath });
      Menu.getApplicationMenu()?.getMenuItemById('show-inspect')?.click();
    },
    [open, save ?? ''],
  );
  await page.getByTestId('inspect-open-file').waitFor();
}
