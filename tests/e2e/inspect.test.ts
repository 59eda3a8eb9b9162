import { copyFileSync, existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlSession } from '../../app/catalog/session/control-session';
import { root } from '../../build/setup/places.mjs';
import { inspectionSchema } from '../../app/contract/pages/inspection';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import { connectPlain, withPlain } from '../integration/harness/servers';
import { createSubject, fileOf, loadOnLanes, ROWS, whileExported } from '../integration/inspect/subject';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { onTestServer, saveProfile, testProfile } from './harness/server';
import {
  answerFolderDialogs,
  chooseOption,
  pickSchema,
  resultState,
  setThreads,
  startPractice,
  waitForPractice,
} from './harness/steps';

/** Tables of some hundred pages; the practice server's are larger. */
const SHOP_SCALE = 0.25;
/** So few that the pages of each are found again by their order. */
const LANES = 4;

/** From a finished load to what it made of its tables. */
describe('inspecting tables', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    await withPlain('mysql', (connection) => fillShop(connection, 'mysql', () => undefined, SHOP_SCALE));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', async (session) => {
      for (const schema of ['shop', 'shop_copy']) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  it('asks for a connection first', async () => {
    await app.menu('show-inspect');
    await app.byId('screen-inspect').waitFor();
    await lookAt(app, 'inspect-empty');
  });

  it('opens from the result of a load, at the tables that were loaded', async () => {
    await loadCopy(app, 'server');
    await app.byId('run-show-timeline').click();
    const indexes = app.byId('log-indexes');
    await expect
      .poll(() => indexes.textContent())
      .toMatch(/^Indexes of \d+ tables: \d+ built after the data, \d+ inline$/);
    expect(await app.byId('run-log').textContent()).not.toMatch(/to build after the data/);
    await indexes.click();
    const figures = app.byId('log-indexes-figures').locator('tbody tr');
    await expect
      .poll(() => figures.filter({ hasText: 'shop_copy.orders' }).locator('td').allTextContents())
      .toEqual([
        expect.stringMatching(/^(none|\d of \d)$/),
        expect.stringMatching(/^[\d,]+$/),
        expect.stringMatching(/ s$/),
        expect.stringMatching(/ s$/),
      ]);
    await lookAt(app, 'run-log-indexes');
    await app.byId('run-show-result').click();
    await app.byId('result-inspect').click();
    await app.byId('inspect-row-shop_copy.orders').waitFor();
    expect(await app.byId('inspect-row-shop.orders').count()).toBe(0);
    await lookAt(app, 'inspect-list-fresh');
  });

  it('asks before it makes anybody wait, then fills the list', async () => {
    await app.byId('inspect-all').click();
    await app.byId('confirm-dialog').waitFor();
    await lookAt(app, 'inspect-ask');
    await app.byId('confirm-accept').click();
    await app.byId('inspect-all').waitFor();
    const orders = app.byId('inspect-row-shop_copy.orders');
    await expect.poll(() => orders.textContent()).toMatch(/Files/);
    await expect.poll(() => orders.textContent()).toMatch(/9\d\.\d%/);
    await lookAt(app, 'inspect-list');
  });

  it('gives the reason of each grade in words, the free space in each file, and the totals', async () => {
    const cellsOf = (testId: string) => app.byId(testId).locator('[role="gridcell"]').allTextContents();
    const heads = await app.page.locator('[role="columnheader"]').allTextContents();
    const [free, grade] = [heads.indexOf('Free in file'), heads.indexOf('Grade')];
    const orders = await cellsOf('inspect-row-shop_copy.orders');
    expect(orders[free]).toMatch(/^\d[\d.]* ?[kM]B$/);
    expect(orders[grade]).toBe('Adense, in order');
    expect((await cellsOf('inspect-row-shop_copy.visits'))[grade]).toMatch(/^[B-F]fill under \d\d %$/);
    expect((await cellsOf('inspect-row-shop_copy.countries'))[grade]).toBe('– under 64 leaf pages');
    const totals = await cellsOf('inspect-totals');
    expect(totals[0]).toBe('12 tables');
    expect(totals[free]).toMatch(/^\d[\d.]* ?MB$/);
  });

  it('sorts by what is clicked, the greatest first and then the least', async () => {
    const names = () =>
      app.page
        .locator('[data-testid^="inspect-row-"]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-testid')));
    await app.byId('inspect-sort-name').click();
    const ascending = [...(await names())].sort();
    await expect.poll(names).toEqual(ascending);
    await app.byId('inspect-sort-name').click();
    await expect.poll(names).toEqual([...ascending].reverse());
  });

  it('shows one table: its pages, their order and their fill, and what to think of it', async () => {
    const heads = await app.page.locator('[role="columnheader"]').allTextContents();
    const row = app.byId('inspect-row-shop_copy.orders');
    const order = await row.locator('[role="gridcell"]').nth(heads.indexOf('Order')).textContent();
    expect(order).toMatch(/^(9\d|100)\.\d%$/);
    await row.click();
    await app.byId('inspect-map-only').waitFor();
    await expect.poll(() => app.byId('inspect-headline').textContent()).toMatch(/Fill9\d\.\d%/);
    // Both places count the order upwards.
    await expect.poll(() => app.byId('inspect-headline').textContent()).toContain(`Order${order ?? ''}`);
    await expect.poll(() => app.byId('inspect-verdict').textContent()).toMatch(/Dense and in order/);
    await lookAt(app, 'inspect-table-key');
    for (const mode of ['fill', 'lsn', 'index']) {
      await app.byId(`inspect-mode-${mode}`).click();
      await lookAt(app, `inspect-table-${mode}`);
    }
  });

  it('describes the page under the pointer, and the one that the cursor keys lead to', async () => {
    await app.byId('inspect-map-only').hover({ position: { x: 60, y: 20 } });
    await expect.poll(() => app.byId('inspect-map-tip').textContent()).toMatch(/Pages? [\d,]+/);
    await app.byId('inspect-zoom-in').click();
    await app.byId('inspect-map-only').press('End');
    const last = await app.byId('inspect-map-tip').textContent();
    await app.byId('inspect-map-only').press('ArrowLeft');
    await expect.poll(() => app.byId('inspect-map-tip').textContent()).not.toBe(last);
    await lookAt(app, 'inspect-table-zoom');
    await app.byId('inspect-map-only').press('Escape');
  });

  it('has each index by itself', async () => {
    const before = await app.byId('inspect-headline').textContent();
    await app.byId('inspect-index-1').click();
    await expect.poll(() => app.byId('inspect-headline').textContent()).not.toBe(before);
    await lookAt(app, 'inspect-table-secondary');
  });

  it('compares a table with what it was before it was written all over', async () => {
    await app.byId('inspect-back').click();
    await app.byId('inspect-row-shop_copy.perf_test').click();
    await app.byId('inspect-keep').click();
    await onTestServer('mysql', scatter);
    await app.byId('inspect-again').click();
    await app.byId('inspect-map-after').waitFor();
    await expect.poll(() => app.byId('inspect-headline').textContent()).toMatch(/before, −/);
    await expect.poll(() => app.byId('inspect-verdict').textContent()).toMatch(/would free about/);
    await lookAt(app, 'inspect-compare');
    await app.byId('inspect-order-after').scrollIntoViewIfNeeded();
    await lookAt(app, 'inspect-compare-below');
  });

  it('saves the picture and the figures, and compares with figures from a file', async () => {
    const [png, json] = [join(home.path, 'perf_test.png'), join(home.path, 'perf_test.json')];
    await answerSaveDialogs(app, png);
    const words = await wordsDrawn(app, async () => {
      await app.byId('inspect-save-png').click();
      await expect.poll(() => existsSync(png)).toBe(true);
    });
    copyFileSync(png, join(root, 'dist', 'screenshots', 'exported-picture.png'));
    expect(words[0]).toBe('Page layout of shop_copy.perf_test · PRIMARY');
    for (const side of ['Before · ', 'After · '])
      expect(words).toContainEqual(expect.stringMatching(`^${side}`));
    for (const verdict of [/^Dense and in order/, /^Loose and scattered/]) {
      expect(words).toContainEqual(expect.stringMatching(verdict));
    }
    for (const figure of ['Page map', 'Order of the leaf pages', 'Pages by fill']) {
      expect(words.filter((word) => word === figure)).toHaveLength(2);
    }
    for (const axis of ['MiB in file', 'key order →', '% of leaf pages', '100 % full', '15/16 (93.8 %)']) {
      expect(words).toContain(axis);
    }
    expect(words).toContain('% of leaf pages, outline: before');
    expect(words).toContainEqual(expect.stringMatching(/^[1-9][\d.]* MiB$/));
    expect(words).toContain('other indexes and pages');
    expect(words).toContainEqual(expect.stringMatching(/diagonal/));
    await answerSaveDialogs(app, json);
    await app.byId('inspect-save-json').click();
    await expect.poll(() => existsSync(json)).toBe(true);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
    expect(inspectionSchema.parse(JSON.parse(readFileSync(json, 'utf8'))).tables[0]?.table).toBe(
      'shop_copy.perf_test',
    );
    await app.byId('inspect-unkeep').click();
    await answerFolderDialogs(app, json);
    await app.byId('inspect-compare-file').click();
    await app.byId('inspect-map-after').waitFor();
    await app.byId('inspect-unkeep').click();
  });

  it('says what statistics can’t know, and why', async () => {
    await chooseOption(app, 'inspect-tier', 'statistics');
    await app
      .byId('inspect-map-panel')
      .getByText(/needs the table’s file/)
      .waitFor();
    await lookAt(app, 'inspect-table-statistics');
  });

  it('asks before it locks rows to find their order without the file', async () => {
    await app.byId('inspect-lock-rows').click();
    await app.byId('confirm-dialog').waitFor();
    await lookAt(app, 'inspect-lock-rows');
    await app.byId('confirm-accept').click();
    await app.byId('inspect-order-only').waitFor();
    await expect.poll(() => app.byId('inspect-source').textContent()).toMatch(/from row locks/);
    await expect.poll(() => app.byId('inspect-headline').textContent()).toMatch(/Order\d/);
    await lookAt(app, 'inspect-table-row-locks');
    await app.byId('inspect-back').click();
  });

  it('says in the list, too, what statistics can’t know', async () => {
    await app.byId('inspect-all').click();
    await app
      .byId('inspect-row-shop_copy.perf_test')
      .getByText(/Statistics count pages/)
      .first()
      .waitFor({ state: 'attached' });
    await app.byId('inspect-all').waitFor();
    await lookAt(app, 'inspect-list-statistics');
  });

  it('opens a file that nothing else is known of', async () => {
    const file = await onTestServer('mysql', (session) => session.scalar('SELECT @@datadir'));
    await answerFolderDialogs(app, join(file ?? '', 'shop_copy', 'perf_test.ibd'));
    await app.byId('inspect-open-file').click();
    await app.byId('inspect-map-only').waitFor();
    await lookAt(app, 'inspect-file');
    await app.byId('inspect-back').click();
  });

  it('tells pages of lanes that took turns from pages without order', async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, () => connectPlain('mysql')));
    for (const lane of lanes) await lane.query('USE shop_copy');
    await withPlain('mysql', async (connection) => {
      await connection.query('USE shop_copy');
      await createSubject(connection, 'shared', { rows: 0 });
      await loadOnLanes(lanes, 'shared', ROWS);
      await whileExported(connection, 'shared', async () => {
        await answerFolderDialogs(app, fileOf('mysql', 'shop_copy', 'shared'));
        await app.byId('inspect-open-file').click();
        await app.byId('inspect-map-only').waitFor();
      });
    });
    for (const lane of lanes) await lane.end();
    const verdict = `interleaved by ${LANES} lanes: ${LANES} lanes = ${LANES} diagonals`;
    await expect.poll(() => app.byId('inspect-verdict').textContent()).toContain(verdict);
    await lookAt(app, 'inspect-lanes');
    await app.byId('inspect-back').click();
  });

  it('says why a file with compressed pages can’t be looked into', async () => {
    const folder = await onTestServer('mysql', async (session) => {
      await session.run('CREATE TABLE shop_copy.packed LIKE shop_copy.perf_test');
      await session.run("ALTER TABLE shop_copy.packed COMPRESSION='zlib'");
      await session.run('INSERT INTO shop_copy.packed SELECT * FROM shop_copy.perf_test');
      await session.run('FLUSH TABLES shop_copy.packed FOR EXPORT');
      await session.run('UNLOCK TABLES');
      return await session.scalar('SELECT @@datadir');
    });
    await answerFolderDialogs(app, join(folder ?? '', 'shop_copy', 'packed.ibd'));
    await app.byId('inspect-open-file').click();
    await expect
      .poll(() => app.byId('inspect-hidden').textContent())
      .toMatch(/[\d,]+ pages are compressed: only headers can be read/);
    await lookAt(app, 'inspect-hidden');
    await app.byId('inspect-back').click();
  });

  it('opens a table from the result of a load, on MariaDB too, beside what was dumped', async () => {
    await app.menu('show-connections');
    await startPractice(app, 'mariadb');
    await waitForPractice(app, 'mariadb');
    await loadCopy(app, 'practice-mariadb');
    await expect.poll(() => app.byId('result-outcomes').textContent()).toMatch(/every page/);
    await expect.poll(() => app.byId('result-outcomes').textContent()).toMatch(/Before: the dumped table/);
    const heads = await app.byId('result-outcomes').locator('thead th').allTextContents();
    expect(heads).toEqual(['Table, index', 'Fill', 'Order', 'Leaf pages', 'Reclaimable', 'Since before']);
    const rows = app.byId('result-outcomes').locator('tbody tr:not([data-testid])');
    for (const row of await rows.all()) {
      const words = (await row.textContent()) ?? '';
      expect(words).toMatch(/was \d.*[^n]changed$|unchanged$/);
      if (words.endsWith('unchanged')) expect(words).not.toMatch(/was/);
    }
    await expect.poll(() => app.byId('result-outcomes').textContent()).toMatch(/unchanged/);
    await lookAt(app, 'result-outcomes');
    await app.byId('outcome-open-shop_copy.orders').click();
    await chooseOption(app, 'inspect-tier', 'auto');
    await app.byId('inspect-agree').click();
    await app.byId('inspect-map-after').waitFor();
    await expect.poll(() => app.byId('inspect-source').textContent()).toMatch(/shop_copy.orders\.ibd/);
    await expect.poll(() => app.byId('inspect-headline').textContent()).toMatch(/Fill9\d\.\d%/);
    await lookAt(app, 'inspect-table-mariadb');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** Dumps the shop of a server and loads it beside it. */
async function loadCopy(app: RunningApp, server: string): Promise<void> {
  await app.byId('nav-connections').click();
  const dump = server.startsWith('practice-') ? `${server}-dump` : `connection-dump-${server}`;
  await app.byId(dump).click();
  await pickSchema(app, 'shop');
  await setThreads(app, 'dump', 2);
  await app.byId('dump-start').click();
  expect(await resultState(app, 'dump')).toBe('done');
  await app.byId('result-load-this').click();
  await chooseOption(app, 'load-target', server);
  await app.byId('load-rename-shop').fill('shop_copy');
  await app.byId('load-start').click();
  await app.byId('result-inspect').waitFor();
  expect(await resultState(app, 'load')).toBe('done');
}

/** Rewrites a table in an order that has nothing to do with its key. */
async function scatter(session: ControlSession): Promise<void> {
  await session.run('CREATE TABLE shop_copy.scattered LIKE shop_copy.perf_test');
  await session.run(
    'INSERT INTO shop_copy.scattered SELECT * FROM shop_copy.perf_test ORDER BY SHA2(id, 256)',
  );
  await session.run('DROP TABLE shop_copy.perf_test');
  await session.run('RENAME TABLE shop_copy.scattered TO shop_copy.perf_test');
}

/** Words that are written on the window's canvases during `work`, a picture to save included. */
async function wordsDrawn(app: RunningApp, work: () => Promise<void>): Promise<readonly string[]> {
  await app.page.evaluate(() => {
    const proto = CanvasRenderingContext2D.prototype;
    const own = Object.getOwnPropertyDescriptor(proto, 'fillText') ?? {};
    const words: string[] = [];
    Object.defineProperty(proto, 'fillText', {
      ...own,
      value(this: CanvasRenderingContext2D, ...values: Parameters<CanvasRenderingContext2D['fillText']>) {
        words.push(values[0]);
        (own.value as CanvasRenderingContext2D['fillText']).apply(this, values);
      },
    });
    const drawnWords = (): readonly string[] => {
      Object.defineProperty(proto, 'fillText', own);
      return words;
    };
    Object.assign(window, { drawnWords });
  });
  await work();
  return await app.page.evaluate(() => (window as unknown as { drawnWords(): string[] }).drawnWords());
}

async function answerSaveDialogs(app: RunningApp, path: string): Promise<void> {
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, path);
}
