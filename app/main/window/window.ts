import { BrowserWindow, screen } from 'electron';
import { LANGUAGE_VARIABLE, languageOf } from '../../contract/language/language';
import { START_PAGE } from '../page/origin';
import { backgroundColor, onThemeChange } from './theme';
import { isReachable, recallWindowState, rememberWindowState, type WindowState } from './window-state';

export interface WindowOptions {
  readonly preload: string;
  /** File that keeps size and position. */
  readonly stateFile: string;
}

const MINIMUM = { minWidth: 960, minHeight: 620 } as const;
const FIRST_SIZE = { width: 1280, height: 820 } as const;

/**
 * Electron before 12 makes a page's new window first and asks afterwards. This preference, which it has for web views,
 * refuses before; later ones don't know it and ask first (see navigation.ts).
 */
const NO_POPUPS: object = { disablePopups: true };

/** Electron before 10 lets every page's preload reach all of the main process unless it is told not to. */
const NO_REMOTE: object = { enableRemoteModule: false };

/** Makes the window; it shows itself when its first frame is drawn. Call {@link loadWindow} when it may load. */
export function createWindow({ preload, stateFile }: WindowOptions): BrowserWindow {
  const state = usableState(recallWindowState(stateFile));
  const window = new BrowserWindow({
    ...MINIMUM,
    ...(state?.bounds ?? FIRST_SIZE),
    show: false,
    title: 'Sluice',
    backgroundColor: backgroundColor(),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      ...NO_POPUPS,
      ...NO_REMOTE,
    },
  });
  window.once('ready-to-show', () => show(window, state));
  window.on('close', () => rememberWindowState(stateFile, stateOf(window)));
  onThemeChange(() => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundColor());
  });
  return window;
}

/** Loads the page, in the language that the environment names. */
export async function loadWindow(window: BrowserWindow): Promise<void> {
  const language = languageOf(process.env[LANGUAGE_VARIABLE]);
  await window.loadURL(language === 'en' ? START_PAGE : `${START_PAGE}?language=${language}`);
}

/** Brings a window up from wherever it is. */
export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function show(window: BrowserWindow, state: WindowState | null): void {
  if (state?.maximized) window.maximize();
  window.show();
}

function usableState(state: WindowState | null): WindowState | null {
  if (state === null) return null;
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  return isReachable(state.bounds, screens) ? state : null;
}

function stateOf(window: BrowserWindow): WindowState {
  return { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
}
