import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { createRequire } from 'module';
import { join } from 'path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../build/setup/places.mjs';
import type { PageRuntime, RunningApp } from './launch';
import { wronglyCut } from './names';

type Theme = 'dark' | 'light';
const THEMES: readonly Theme[] = ['dark', 'light'];
/** Rules of axe that a theme can break: it changes colours, nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Folders of each runtime's pictures. */
const FOLDERS: Readonly<Record<PageRuntime, string>> = {
  electron: join(root, 'dist', 'screenshots'),
  chromium: join(root, 'dist', 'screenshots', 'chromium'),
};

/**
 * Looks at the screen as it is now in both themes: keeps a picture of each under dist/screenshots (of a Chromium of today
 * in a folder of its own there), has axe find what would keep somebody from using it (in the second theme what its colours
 * would), and measures every name that is cut in its middle.
 */
export async function lookAt(app: RunningApp, name: string): Promise<void> {
  const folder = FOLDERS[app.pageRuntime];
  mkdirSync(folder, { recursive: true });
  for (const theme of THEMES) {
    await showTheme(app, theme);
    writeFileSync(join(folder, `${name}-${theme}.png`), await app.picture());
    const rules = theme === THEMES[0] ? null : COLOUR_RULES;
    expect.soft(await findBarriers(app.page, rules), `${name}, ${theme}`).toEqual([]);
    expect.soft(await wronglyCut(app.page), `${name}, ${theme}`).toEqual([]);
  }
}

async function showTheme(app: RunningApp, theme: Theme): Promise<void> {
  const html = app.page.locator('html');
  if ((await html.getAttribute('data-theme')) !== theme) await app.menu('toggle-theme');
  await app.page.locator(`html[data-theme="${theme}"]`).waitFor();
  await settle(app.page);
}

/** Colours glide from one theme or state to the other: they are judged when they were still for some frames. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stillFrames = 6;
    const colours = () =>
      Array.from(document.querySelectorAll('*'), (element) => {
        const { color, backgroundColor, opacity } = getComputedStyle(element);
        return `${color} ${backgroundColor} ${opacity}`;
      }).join();
    let before = '';
    for (let still = 0; still < stillFrames;) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      const now = colours();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  });
}

/** The rules that the page breaks, of all or of those named, each with the places where it does. */
export async function findBarriers(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules !== null && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const { violations } = await page.evaluate(
    (chosen) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(chosen),
    options,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
