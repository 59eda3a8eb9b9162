import { existsSync } from 'fs';
import { join } from 'path';
import { _electron, type ElectronApplication, type Locator, type Page } from 'playwright-core';
import type { Answers, MenuCommand, Reply } from '../../../app/contract/channels';
import type { RequestArgument, RequestName } from '../../../app/contract/requests';
import { electronPath } from '../../../build/runtime.mjs';
import { root } from '../../../build/setup/places.mjs';
import { ask } from './ask';
import type { Home } from './home';
import { mirror } from './mirror';
import type { WindowSize } from './windows';

/** Program that draws the window: the app's own Electron, or a Chromium of today in front of the same main process. */
export type PageRuntime = 'electron' | 'chromium';

/** The built app as a user runs it, in a home of its own. */
export interface RunningApp {
  readonly pageRuntime: PageRuntime;
  readonly electron: ElectronApplication;
  readonly page: Page;
  /** Reports of the page that no user should ever cause: errors, and breaches of the content security policy. */
  readonly problems: readonly string[];
  byId(testId: string): Locator;
  /** Carries a command of the application menu out. */
  menu(command: MenuCommand): Promise<void>;
  /** The page as it is drawn, as PNG. */
  picture(): Promise<Buffer>;
  /** Gives the page this much room. */
  resize(size: WindowSize): Promise<void>;
  /** Asks main as the page would; throws on a refusal. */
  request<N extends RequestName>(name: N, argument: RequestArgument<N>): Promise<Answers[N]>;
  close(): Promise<void>;
}

/** Not a verdict on speed: it only ends a wait for what will never come. */
const HANG_GUARD_MS = 3 * 60_000;

/** Chromium's own sandbox wants a user other than root; the window's sandbox is on all the same. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export const appArguments = (...more: readonly string[]): string[] => [...AS_ROOT, root, ...more];

/**
 * Starts the app and waits for its first screen. Where SLUICE_PAGE_RUNTIME is `chromium`, what is given is the same page
 * in front of that app, in a Chromium of today.
 */
export async function launch(home: Home, ...args: readonly string[]): Promise<RunningApp> {
  const app = await launchElectron(home, args);
  return process.env.SLUICE_PAGE_RUNTIME === 'chromium' ? await mirror(app) : app;
}

async function launchElectron(home: Home, args: readonly string[]): Promise<RunningApp> {
  for (const bundle of ['main.cjs', 'preload.cjs', 'renderer/index.html', 'native/sluice.node']) {
    if (!existsSync(join(root, 'dist', bundle)))
      throw new Error(`dist/${bundle} is missing: run npm run setup.`);
  }
  const electron = await _electron.launch({
    executablePath: electronPath(),
    args: appArguments(...args),
    cwd: home.path,
    env: home.environment as Record<string, string>,
  });
  const page = await electron.firstWindow();
  page.setDefaultTimeout(HANG_GUARD_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.getByTestId('screen-connections').or(page.getByTestId('screen-load')).waitFor();
  return {
    pageRuntime: 'electron',
    electron,
    page,
    problems,
    byId: (testId) => page.getByTestId(testId),
    menu: (command) =>
      electron.evaluate(({ Menu }, id) => {
        Menu.getApplicationMenu()?.getMenuItemById(id)?.click();
      }, command),
    picture: () => pictureOf(electron),
    resize: (size) => resizeWindow(electron, size),
    request: async (name, argument) => valueOf(await ask(page, name, argument)),
    close: () => electron.close(),
  };
}

/** As Electron draws it: Playwright's own way waits at times for a frame that Chromium 83 never draws. */
async function pictureOf(electron: ElectronApplication): Promise<Buffer> {
  const png = await electron.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return (await window?.webContents.capturePage())?.toPNG().toString('base64') ?? '';
  });
  return Buffer.from(png, 'base64');
}

async function resizeWindow(electron: ElectronApplication, size: WindowSize): Promise<void> {
  await electron.evaluate(({ BrowserWindow }, { width, height, zoom }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(width, height);
    window?.webContents.setZoomFactor(zoom);
  }, size);
}

function valueOf<N extends RequestName>(reply: Reply<N>): Answers[N] {
  if (reply.kind === 'ok') return reply.value;
  throw new Error(`${reply.failure.code}: ${reply.failure.message}`);
}
