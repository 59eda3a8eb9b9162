import { promises as fs } from 'fs';
import { join } from 'path';
import { chromium, type Page } from 'playwright-core';
import type { Bridge, NoticeName } from '../../../app/contract/channels';
import type { RequestName } from '../../../app/contract/requests';
import { headersFor } from '../../../app/main/page/assets';
import { which } from '../../../build/setup/command.mjs';
import { root } from '../../../build/setup/places.mjs';
import { ask } from './ask';
import type { RunningApp } from './launch';

/** An origin that nobody serves: Chromium knows no scheme of ours, so every request to it is answered by the test. */
const ORIGIN = 'https://sluice.test';
/** Room that a new window leaves the page. */
const SIZE = { width: 1280, height: 795 };
const NOTICES: Readonly<Record<NoticeName, true>> = {
  'runs/update': true,
  'runs/show': true,
  'history/interrupted': true,
  'practice/changed': true,
  'menu/command': true,
  'folders/opened': true,
};

interface Passing {
  sluicePass(name: string, notice: unknown): void;
}
interface Asking {
  sluiceAsk: Bridge['request'];
  sluiceHear(name: string, notice: unknown): void;
}

/**
 * The built page in a Chromium of its own, in front of a running app: its requests go to that app's main process, and
 * what main tells the app's window is told here too. The answers, and the policy the page lives under, are the real ones.
 */
export async function mirror(app: RunningApp): Promise<RunningApp> {
  const executablePath = which('chromium') ?? which('chromium-browser');
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: SIZE });
  page.setDefaultTimeout(3 * 60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const file = join(root, 'dist', 'renderer', new URL(route.request().url()).pathname);
    const body = await fs.readFile(file).catch(() => null);
    await route.fulfill(body === null ? { status: 404 } : { headers: { ...headersFor(file) }, body });
  });
  await page.exposeFunction('sluiceAsk', (name: RequestName, argument: unknown) =>
    ask(app.page, name, argument),
  );
  await page.addInitScript(installBridge);
  await page.goto(`${ORIGIN}/index.html`);
  await page.getByTestId('screen-connections').or(page.getByTestId('screen-load')).waitFor();
  await passNotices(app.page, page);
  // An app that is killed takes the page with it.
  app.electron.on('close', () => void browser.close());
  return {
    ...app,
    pageRuntime: 'chromium',
    page,
    problems,
    byId: (testId) => page.getByTestId(testId),
    picture: () => page.screenshot(),
    // Drawn larger, the page is laid out in less room.
    resize: ({ width, height, zoom }) =>
      page.setViewportSize({ width: Math.round(width / zoom), height: Math.round(height / zoom) }),
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

/** Runs in the mirroring page before its own code. */
function installBridge(): void {
  const asking = globalThis as unknown as Asking;
  const listeners = new Map<string, Set<(notice: never) => void>>();
  const bridge: Bridge = {
    request: (name, argument) => asking.sluiceAsk(name, argument),
    subscribe: (name, listener) => {
      const subscribed = listeners.get(name) ?? new Set();
      listeners.set(name, subscribed.add(listener));
      return () => subscribed.delete(listener);
    },
    // A file dropped on a browser has no path.
    openDropped: () => Promise.resolve(null),
  };
  asking.sluiceHear = (name, notice) => {
    for (const listener of listeners.get(name) ?? []) listener(notice as never);
  };
  Object.defineProperty(globalThis, 'sluice', { value: bridge });
}

async function passNotices(from: Page, to: Page): Promise<void> {
  await from.exposeFunction('sluicePass', (name: string, notice: unknown) =>
    to.evaluate(
      ([theName, theNotice]) => {
        (globalThis as unknown as Asking).sluiceHear(theName, theNotice);
      },
      [name, notice] as const,
    ),
  );
  await from.evaluate(
    (names) => {
      for (const name of names) {
        window.sluice.subscribe(name, (notice) => {
          (globalThis as unknown as Passing).sluicePass(name, notice);
        });
      }
    },
    Object.keys(NOTICES) as NoticeName[],
  );
}
