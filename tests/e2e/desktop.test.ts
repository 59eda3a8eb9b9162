import { spawn } from 'child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsStore } from '../../app/storage/settings';
import { electronPath } from '../../build/runtime.mjs';
import { makeHome, type Home } from './harness/home';
import { appArguments, launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { answerFolderDialogs } from './harness/steps';

describe('on the desktop', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
  });

  /** A folder that is marked as a dump and is none: enough to see which folder was opened. */
  function makeBrokenDump(name: string): string {
    const folder = join(home.path, name);
    mkdirSync(folder);
    writeFileSync(join(folder, '@.json'), '{}');
    return folder;
  }

  const waitForRefusal = () => app.page.locator('[data-testid="screen-load"] [data-code]').waitFor();

  it('has a menu whose commands reach the window', async () => {
    await app.menu('new-dump');
    await app.byId('screen-dump').waitFor();
    await lookAt(app, 'dump-empty');
    await app.menu('new-load');
    await app.byId('screen-load').waitFor();
    await lookAt(app, 'load-empty');
    await app.menu('show-runs');
    await app.byId('screen-run').waitFor();
    await lookAt(app, 'runs-empty');
    await app.menu('show-connections');
    await app.byId('screen-connections').waitFor();
  });

  it('gives every command of the menu a key of its own', async () => {
    const keys = await app.electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      // The manuals open in the browser: they are no commands of the window.
      const commands = items.filter(({ id }) => id && !id.startsWith('help-'));
      return commands.map(({ accelerator }) => String(accelerator));
    });
    expect(keys.length).toBeGreaterThan(5);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain('undefined');
  });

  it('opens a folder that was chosen in the dialog, and refuses what is no dump', async () => {
    const folder = join(home.path, 'no-dump');
    mkdirSync(folder);
    await answerFolderDialogs(app, folder);
    await app.menu('new-load');
    await app.byId('load-choose').click();
    await app.page.locator('[data-code="not-a-dump"]').waitFor();
    await lookAt(app, 'load-not-a-dump');
  });

  it('opens a folder or a file that was dropped on the window', async () => {
    const folder = makeBrokenDump('dropped');
    await app.menu('show-connections');
    await dropOnto(app, join(folder, '@.json'));
    await app.byId('screen-load').waitFor();
    await app.page.getByText('is a file of JSON, of which Sluice reads JSON Lines').first().waitFor();
    await app.menu('show-connections');
    await dropOnto(app, folder);
    await app.byId('screen-load').waitFor();
    await waitForRefusal();
  });

  it('hands a second start over to the first', async () => {
    const folder = makeBrokenDump('second');
    await app.menu('show-connections');
    const second = spawn(electronPath(), appArguments(folder), { env: home.environment, stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => second.once('exit', resolve));
    await app.byId('screen-load').waitFor();
    await waitForRefusal();
    expect(await ended).toBe(0);
  });

  it('comes back where it was left, with the dump that its command line names', async () => {
    await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1111, height: 777 }),
    );
    await app.close();
    const state = readFileSync(join(home.config, 'sluice', 'window', 'window.json'), 'utf8');
    expect(JSON.parse(state)).toMatchObject({ bounds: { width: 1111, height: 777 } });
    app = await launch(home, makeBrokenDump('named'));
    await waitForRefusal();
    const bounds = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getBounds(),
    );
    expect(bounds).toMatchObject({ width: 1111, height: 777 });
  });

  it('keeps the theme that was chosen', async () => {
    const before = await app.page.locator('html').getAttribute('data-theme');
    await app.byId('theme-toggle').click();
    const chosen = await app.page.waitForFunction((old) => {
      const now = document.documentElement.getAttribute('data-theme');
      return now === old ? null : now;
    }, before);
    const settings = new SettingsStore(join(home.config, 'sluice', 'settings.json'));
    await expect.poll(async () => (await settings.read()).appearance).toBe(await chosen.jsonValue());
    await app.close();
    app = await launch(home);
    const after = await app.page.locator('html').getAttribute('data-theme');
    expect(new Set([before, after])).toEqual(new Set(['dark', 'light']));
  });
});

/**
 * Drops a file or folder on the window. A page can't make a file that has a path: it comes out of an input that the
 * debugger filled, and the drop with it is a page's own.
 */
async function dropOnto(app: RunningApp, path: string): Promise<void> {
  await app.page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'dropped-file';
    document.body.append(input);
  });
  const session = await app.page.context().newCDPSession(app.page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.getElementById("dropped-file")',
  });
  await session.send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId ?? '' });
  await session.detach();
  await app.page.evaluate(() => {
    const input = document.getElementById('dropped-file') as HTMLInputElement;
    const dataTransfer = new DataTransfer();
    for (const file of Array.from(input.files ?? [])) dataTransfer.items.add(file);
    input.remove();
    const target = document.querySelector('[data-testid^="screen-"]');
    for (const type of ['dragover', 'drop']) {
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  });
}
