import { app, dialog } from 'electron';
import { join } from 'path';
import { SETTINGS_DEFAULTS, type Appearance } from '../contract/settings';
import type { RunHistory } from '../runs/history/history';
import { configFolder } from '../storage/places';
import type { SettingsStore } from '../storage/settings';
import { dumpFolderIn } from './argv';
import { followRuns } from './desktop';
import { openDropped } from './folders';
import { chooseGraphics } from './window/graphics';
import { allHandlers } from './handlers';
import { chooseDump } from './handlers/folders';
import { Ipc } from './ipc';
import { logError } from './log';
import { installMenu } from './window/menu';
import { lockNavigation } from './page/navigation';
import { openExternalPage } from './page/open-external';
import { declareScheme, serveScheme } from './page/protocol';
import { startServices } from './services';
import { isFirstInstance, onSecondInstance } from './window/single-instance';
import { showAppearance } from './window/theme';
import { bringUp, createWindow, loadWindow } from './window/window';
import { mainText } from '../text/main';

// Chromium keeps its own files apart from ours.
app.setPath('userData', join(configFolder(), 'window'));
chooseGraphics();
declareScheme();
if (isFirstInstance()) void app.whenReady().then(start).catch(failToStart);
else app.quit();

async function start(): Promise<void> {
  const services = startServices(__dirname, (servers) => ipc.post('practice/changed', servers));
  const { folders, history, settings } = services;
  const ipc = new Ipc({
    handlers: allHandlers(services, () => window),
    openDropped: (path) => openDropped(folders, path),
    logError,
  });
  showAppearance(await appearanceOf(settings));
  lockNavigation();
  serveScheme(join(__dirname, 'renderer'));
  const window = createWindow({
    preload: join(__dirname, 'preload.cjs'),
    stateFile: join(app.getPath('userData'), 'window.json'),
  });
  ipc.addWindow(window);
  followRuns(services, ipc, window);

  const openNamedDump = async (argv: readonly string[], workingDirectory: string) => {
    const path = dumpFolderIn(argv, workingDirectory);
    if (path !== null) ipc.post('folders/opened', await folders.choiceOf(path));
  };
  const openChosenDump = async () => {
    const choice = await chooseDump(folders, window);
    if (choice !== null) ipc.post('folders/opened', choice);
  };
  installMenu({
    command: (command) => ipc.post('menu/command', command),
    openDump: () => void openChosenDump(),
    openPage: (page) => void openExternalPage(page).catch((error: unknown) => logError('help', error)),
  });
  onSecondInstance((argv, workingDirectory) => {
    bringUp(window);
    void openNamedDump(argv, workingDirectory);
  });
  await openNamedDump(process.argv.slice(1), process.cwd());
  void reportInterrupted(history, ipc).catch((error: unknown) => logError('history', error));
  await loadWindow(window);
}

/** Settings that can't be read keep no window from opening. */
async function appearanceOf(settings: SettingsStore): Promise<Appearance> {
  try {
    return (await settings.read()).appearance;
  } catch (error) {
    logError('settings', error);
    return SETTINGS_DEFAULTS.appearance;
  }
}

async function reportInterrupted(history: RunHistory, ipc: Ipc): Promise<void> {
  const interrupted = await history.sweep();
  if (interrupted.length > 0) ipc.post('history/interrupted', interrupted);
}

function failToStart(error: unknown): void {
  logError('start', error);
  dialog.showErrorBox(mainText.cantStart, error instanceof Error ? error.message : String(error));
  app.exit(1);
}
