import { mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Profile } from '../../app/contract/connections/connection';
import { root } from '../../build/setup/places.mjs';
import { makeHome, type Home } from '../e2e/harness/home';
import { launch, type RunningApp } from '../e2e/harness/launch';
import { onPracticeServer, saveProfile } from '../e2e/harness/server';
import {
  chooseOption,
  pickSchema,
  resultState,
  setThreads,
  startPractice,
  waitForPractice,
} from '../e2e/harness/steps';

/** Most bytes of a picture in the README. */
const MOST_BYTES = 250_000;
const FOLDER = join(root, 'renderer', 'pictures');
const LANES = 8;

const PROFILES: readonly (Pick<Profile, 'name' | 'group' | 'environment' | 'colour'> & {
  readonly host: string;
})[] = [
  { name: 'Orders, primary', group: 'Shop', environment: 'production', colour: 'red', host: 'orders-1.db' },
  { name: 'Orders, rehearsal', group: 'Shop', environment: 'staging', colour: 'amber', host: 'orders-2.db' },
  {
    name: 'Stock, primary',
    group: 'Warehouses',
    environment: 'production',
    colour: 'orange',
    host: 'stock-1.db',
  },
  {
    name: 'Stock, replica',
    group: 'Warehouses',
    environment: 'production',
    colour: 'green',
    host: 'stock-2.db',
  },
];

/** Work that leaves half-empty and scattered pages, as months of use do. */
const MONTHS = [
  "UPDATE shop.orders SET remark = REPEAT('gift wrapped, ', 12) WHERE id % 3 = 0",
  "UPDATE shop.reviews SET body = CONCAT(body, REPEAT(' Later: still good.', 20)) WHERE id % 2 = 0",
  'DELETE FROM shop.order_items WHERE order_id % 4 = 1',
  'DELETE FROM shop.visits WHERE id % 3 = 0',
];

let home: Home;
let app: RunningApp;
beforeAll(async () => {
  home = makeHome();
  for (const { host, ...profile } of PROFILES)
    await saveProfile(home, {
      ...profile,
      id: host,
      address: { kind: 'tcp', host, port: 3306 },
      user: 'dba',
      tls: { mode: 'required' },
    });
  app = await launch(home);
  await showTheme('dark');
});
afterAll(async () => {
  await app.close();
  home.remove();
});

async function showTheme(theme: 'dark' | 'light'): Promise<void> {
  const html = app.page.locator('html');
  if ((await html.getAttribute('data-theme')) !== theme) await app.menu('toggle-theme');
  await app.page.locator(`html[data-theme="${theme}"]`).waitFor();
}

/** The page is drawn by a Chromium of today: a note on the runtime that only serves it here is left out. */
async function picture(): Promise<Buffer> {
  await app.page.evaluate(() => {
    const note = document.querySelector<HTMLElement>('[data-testid="old-runtime"]');
    if (note !== null) note.style.visibility = 'hidden';
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  return await app.picture();
}

function put(name: string, png: Buffer): void {
  expect(png.length).toBeLessThan(MOST_BYTES);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.png`), png);
}

it('shows the saved connections and the practice servers', async () => {
  for (const vendor of ['mysql', 'mariadb'] as const) {
    await startPractice(app, vendor);
    await waitForPractice(app, vendor);
  }
  put('connections', await picture());
  await onPracticeServer(home, 'mysql', async (session) => {
    for (const statement of MONTHS) await session.run(statement);
  });
});

it('shows a dump that is set up, and dumps it', async () => {
  await app.byId('practice-mysql-dump').click();
  await app.byId('tree-row-shop').waitFor();
  await pickSchema(app, 'shop');
  await expect.poll(() => app.byId('dump-preflight').textContent()).not.toBe('');
  await expect.poll(() => app.byId('dump-folder').textContent()).toMatch(/shop-/);
  put('dump', await picture());
  await app.byId('dump-start').click();
  expect(await resultState(app, 'dump')).toBe('done');
});

it('shows a load while all of its lanes work', async () => {
  await app.byId('result-load-this').click();
  await app.byId('load-summary').waitFor();
  await chooseOption(app, 'load-target', 'practice-mysql');
  await app.byId('load-rename-shop').fill('shop_copy');
  await chooseOption(app, 'load-indexes', 'defer');
  await setThreads(app, 'load', LANES);
  await app.byId('load-start').click();
  await app.page.locator('[data-testid="run-state"][data-kind="load"]').waitFor();
  const best = await busiestPicture();
  expect(await resultState(app, 'load')).toBe('done');
  put('run', best);
});

/** Picture with the most busy lanes past a tenth of the rows; of several such ones the last. */
async function busiestPicture(): Promise<Buffer> {
  let best: { readonly busy: number; readonly png: Buffer } | null = null;
  while ((await app.byId('screen-result').count()) === 0) {
    const { busy, share } = await app.page.evaluate(() => ({
      busy: document.querySelectorAll('[data-testid^="lane-row-"]:not([data-phase="idle"])').length,
      share: Number(
        /(\d+) %/.exec(document.querySelector('[data-testid="total-eta"]')?.textContent ?? '')?.[1] ?? 0,
      ),
    }));
    if (share >= 10 && busy >= (best?.busy ?? 1)) best = { busy, png: await picture() };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (best === null) throw new Error('The load ended before it could be pictured.');
  return best.png;
}

it('shows the result of the load, in the light theme', async () => {
  await showTheme('light');
  put('result', await picture());
  await showTheme('dark');
});

it('shows the pre-check of a migration', async () => {
  await onPracticeServer(home, 'mysql', async (session) => {
    await session.run(
      `ALTER TABLE shop.customers ADD COLUMN search_name VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_ja_0900_as_cs`,
    );
  });
  const next = async (step: string) => {
    await app.page.locator('[data-testid="migrate-next"]:not([disabled])').click();
    await app.byId(`migrate-step-${step}`).waitFor();
  };
  await app.menu('new-migration');
  await chooseOption(app, 'migrate-source', 'practice-mysql');
  await app.byId('tree-check-shop').click();
  await expect.poll(() => app.byId('dump-preflight').textContent()).not.toBe('');
  await next('target');
  await chooseOption(app, 'migrate-target', 'practice-mariadb');
  await app.byId('load-rename-shop').fill('shop_moved');
  await next('check');
  await app.page.locator('[data-testid="migrate-findings"] [data-severity="blocks"]').first().click();
  put('migrate', await picture());
});
