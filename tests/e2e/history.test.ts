import { execFileSync } from 'child_process';
import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../integration/harness/command';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, followToast, pickSchema, resultState } from './harness/steps';
import { lookAtNarrow, USUAL } from './harness/windows';

const SCHEMA = 'e2e_history';
const COPY = 'e2e_history_copy';
const LONG_NAME = 'The reporting replica of the northern warehouse, second rack, behind the proxy';

describe('the history of runs', () => {
  let home: Home;
  let app: RunningApp;
  const password = testServer('mysql').password;
  const start = async () => {
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password });
  };
  beforeAll(async () => {
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 2000));
    home = makeHome();
    await saveProfile(home, { ...testProfile('mysql', 'server'), name: LONG_NAME });
    await start();
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  const openHistory = async () => {
    await app.byId('nav-history').click();
    await app.byId('screen-history').waitFor();
  };
  const rows = (filter = '') => app.page.locator(`[data-testid^="history-row-"]${filter}`);
  /** Each step waits for its own number of rows: the list follows the runs by itself. */
  const waitForRows = (count: number) =>
    app.page.waitForFunction(
      (wanted) => document.querySelectorAll('[data-testid^="history-row-"]').length === wanted,
      count,
    );

  async function startDump(): Promise<void> {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.byId('dump-start').click();
  }

  it('is empty before anything ran', async () => {
    await openHistory();
    await lookAt(app, 'history-empty');
  });

  /** Looks of the buttons beside the headline that stand out. */
  const primaries = () => app.byId('result-state').locator('[data-look="primary"]').allInnerTexts();

  it('says of a dump that was not counted why, here and among the runs, and offers to verify it', async () => {
    await startDump();
    const expectVerifiable = async () => {
      expect(await resultState(app, 'dump')).toBe('done');
      await expect
        .poll(() => app.byId('result-state').innerText())
        .toContain('Complete; 0 of 8 tables counted.');
      await expect
        .poll(() => app.byId('result-why-not-counted').innerText())
        .toContain('not counted a second time');
      expect(await primaries()).toEqual(['Verify']);
    };
    await expectVerifiable();
    await openHistory();
    await waitForRows(1);
    await app.byId('history-open').click();
    await expectVerifiable();
  });

  /** Resolves when the clock shows another second: by that runs of one server are told apart. */
  async function nextSecond(): Promise<void> {
    const second = () => Math.floor(Date.now() / 1000);
    const now = second();
    await expect.poll(second).toBeGreaterThan(now);
  }

  it('holds a dump, runs it again into a new folder, and shows how the speeds went', async () => {
    await nextSecond();
    // A double click is one click.
    await app.byId('result-repeat').dblclick();
    await app.page.waitForFunction(() => document.querySelectorAll('[role="tab"]').length === 2);
    expect(await resultState(app, 'dump')).toBe('done');
    await openHistory();
    await waitForRows(2);
    await expect.poll(() => rows('[data-kind="dump"][data-state="done"]').count()).toBe(2);
    await expect.poll(() => rows().first().locator('svg polyline').count()).toBe(1);
    expect(readdirSync(home.dumps)).toHaveLength(2);
  });

  /** Runs of one server have one title: their objects and the second at which they began differ. */
  async function expectToldApart(): Promise<void> {
    await expect.poll(() => rows('[data-kind="load"]').textContent()).toContain(`${SCHEMA} → ${COPY}`);
    const dumps = await rows('[data-kind="dump"]').allInnerTexts();
    const told = dumps.map((words) => /\n(\S+)\n[\d-]*\s*(\d\d:\d\d:\d\d)\n/.exec(words) ?? []);
    expect(told.map(([, objects]) => objects)).toEqual(dumps.map(() => SCHEMA));
    expect(new Set(told.map(([, , start]) => start)).size).toBe(dumps.length);
  }

  it('leads from a dump to its restore, and from a load back to its settings', async () => {
    await app.byId('history-restore').click();
    await app.byId('load-summary').waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await openHistory();
    await waitForRows(3);
    await expectToldApart();
    await rows('[data-kind="load"]').click();
    await app.byId('history-repeat').click();
    await app.byId('load-summary').waitFor();
    await expect.poll(() => app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(COPY);
  });

  it('holds what the command line ran, too', async () => {
    const [folder = ''] = readdirSync(home.dumps);
    const environment = home.environment as Record<string, string>;
    const verified = await runSluice(['verify', '--dump', join(home.dumps, folder), '--json'], environment);
    expect(verified.exitCode).toBe(0);
    await openHistory();
    await app.byId('history-reload').click();
    await waitForRows(4);
    await rows('[data-kind="verify"]').click();
    await expect.poll(() => app.byId('history-details').textContent()).toContain('from the command line');
    await lookAt(app, 'history');
    await lookAtNarrow(app, 'history-narrow');
    await app.byId('history-open').click();
    expect(await resultState(app, 'verify')).toBe('done');
    await lookAt(app, 'history-result');
    await app.byId('history-back').click();
  });

  it('saves what a run came to as a page, and as JSON', async () => {
    await rows('[data-kind="load"]').click();
    await app.byId('history-open').click();
    expect(await resultState(app, 'load')).toBe('done');
    for (const [name, words] of [
      ['report.html', `<th scope="row">${COPY}.part0</th>`],
      ['report.json', `"table": "part0"`],
    ] as const) {
      const path = join(home.path, name);
      await app.electron.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
      }, path);
      await app.byId('result-save-report').click();
      await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8').includes(words)).toBe(true);
    }
    await openHistory();
  });

  it('is searched, sorted and walked through by keys', async () => {
    await app.byId('history-search').fill('load northern');
    await waitForRows(1);
    await app.byId('history-search').fill('no such run');
    await waitForRows(0);
    await lookAt(app, 'history-no-match');
    await app.byId('history-search').fill('');
    await waitForRows(4);
    await app.byId('history-sort-started').click();
    await app.byId('history-list').focus();
    await app.page.keyboard.press('Home');
    const oldest = rows('[aria-selected="true"]');
    await expect.poll(() => oldest.getAttribute('data-kind')).toBe('dump');
    await app.page.keyboard.press('End');
    await expect.poll(() => oldest.getAttribute('data-kind')).toBe('verify');
    await app.page.keyboard.press('Enter');
    await app.byId('screen-past-result').waitFor();
  });

  it('reports an interrupted run once, at the next start', async () => {
    await onTestServer('mysql', async (session) => {
      await session.run(`LOCK TABLES ${SCHEMA}.part0 WRITE`);
      // The dump waits for that lock: it can't end before the app is killed.
      await startDump();
      await app.page.locator('[data-testid="run-state"][data-kind="dump"][data-state="running"]').waitFor();
      await waitForNote('"begun"', 5);
      const gone = new Promise((resolve) => app.electron.process().once('exit', resolve));
      app.electron.process().kill('SIGKILL');
      await gone;
      await session.run('UNLOCK TABLES');
    });
    await start();
    // Chromium keeps a page's zoom, and was killed before it had written down that it is the usual one again.
    await app.resize(USUAL);
    await followToast(app);
    await app.byId('screen-history').waitFor();
    await waitForRows(5);
    await rows('[data-state="interrupted"]').click();
    await lookAt(app, 'history-interrupted');
    expect(await app.byId('history-restore').count()).toBe(0);
    await app.close();
    await start();
    await openHistory();
    await waitForRows(5);
    await waitForNote('"state":"interrupted"', 1);
  });

  it('keeps the log and the lanes of a run of an earlier start', async () => {
    await rows('[data-kind="load"]').click();
    await app.byId('history-open').click();
    expect(await resultState(app, 'load')).toBe('done');
    await app.byId('past-show-timeline').click();
    const log = app.byId('run-log').locator('[data-level]');
    await log.first().waitFor();
    expect((await log.allTextContents()).join('\n')).toContain('Indexes of 8 tables');
    await expect.poll(() => app.byId('lane-row-3').count()).toBe(1);
    await expect.poll(() => app.byId('lane-busy-0').textContent()).toMatch(/%$/);
    expect(await laneColumns(app)).toEqual(['Lane', 'Busy', 'Tables', 'Rows', 'Data']);
    await expect.poll(() => app.byId('total-tables').textContent()).toBe('8');
    await lookAt(app, 'history-timeline');
    await openHistory();
  });

  it('runs the interrupted dump again', async () => {
    await rows('[data-state="interrupted"]').click();
    await app.byId('history-repeat').click();
    expect(await resultState(app, 'dump')).toBe('done');
  });

  it('has written no password anywhere', () => {
    expect(password).not.toBe('');
    const found = execFileSync('sh', ['-c', 'grep -rlaF -e "$1" "$2" || true', 'sh', password, home.path]);
    expect(found.toString()).toBe('');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });

  /** Until the history's file holds `text` that often. */
  async function waitForNote(text: string, times: number): Promise<void> {
    const file = join(home.state, 'sluice', 'history', 'runs.jsonl');
    for (;;) {
      if (readFileSync(file, 'utf8').split(text).length - 1 === times) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

/** Heads of the lanes' columns under which each lane's cell stands: it ends, or begins, where its head does. */
const laneColumns = (app: RunningApp): Promise<readonly string[]> =>
  app.page.evaluate(() => {
    const table = document.querySelector('[role="table"][aria-label="Lanes"]');
    const heads = Array.from(table?.querySelectorAll('[role="columnheader"]') ?? []);
    const rows = Array.from(table?.querySelectorAll('[data-testid^="lane-row-"]') ?? []);
    const isUnder = (head: Element, at: number) =>
      rows.every((row) => {
        const [place, cell] = [head.getBoundingClientRect(), row.children[at]?.getBoundingClientRect()];
        if (cell === undefined) return false;
        return Math.abs(place.left - cell.left) < 1 && Math.abs(place.right - cell.right) < 1;
      });
    return rows.length === 0 ? [] : heads.filter(isUnder).map(({ textContent }) => textContent);
  });
