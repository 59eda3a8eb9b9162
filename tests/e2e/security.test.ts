import { existsSync } from 'fs';
import { createServer } from 'http';
import type { AddressInfo } from 'net';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../app/contract/channels';
import { EXTERNAL_PAGES } from '../../app/main/page/external-pages';
import { root } from '../../build/setup/places.mjs';
import { ask } from './harness/ask';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { testProfile } from './harness/server';

const OUR_PAGE = 'app://sluice/index.html';
const REFUSED = { kind: 'failed', failure: { code: 'channel-refused' } };

describe('the window is shut in', () => {
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

  const windowCount = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  /** Runs code that the page's own policy judges, which it does not for what a debugger evaluates directly. */
  const insidePage = <T>(expression: string) => app.page.evaluate<T>(expression);

  it('shows its own page, with nothing of Node in it', async () => {
    expect(app.page.url()).toBe(OUR_PAGE);
    const found = await insidePage<readonly string[]>(
      `['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter((name) => name in window)`,
    );
    expect(found).toEqual([]);
  });

  it('gives the page three verbs and no more', async () => {
    expect(await insidePage('Object.keys(window.sluice).sort()')).toEqual([
      'openDropped',
      'request',
      'subscribe',
    ]);
  });

  it('isolates and sandboxes the page', async () => {
    const isSandboxed = await app.electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents as unknown as {
        getLastWebPreferences?: () => Record<string, unknown>;
      };
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, ...more } =
        contents.getLastWebPreferences?.() ?? {};
      const off = ['enableRemoteModule', 'allowRunningInsecureContent', 'experimentalFeatures', 'webviewTag'];
      return {
        ...{ sandbox, contextIsolation, nodeIntegration, webSecurity },
        on: off.filter((name) => more[name] === true),
      };
    });
    expect(isSandboxed).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      on: [],
    });
  });

  it('has a policy without any exception', async () => {
    const policy = await app.page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|blob:/);
  });

  it('runs no code that is not a file of its own', async () => {
    const ran = await insidePage(
      `new Promise((resolve) => {
         window.breaches = [];
         const script = document.createElement('script');
         script.textContent = 'window.breaches.push("inline script")';
         document.head.append(script);
         const image = document.createElement('div');
         image.innerHTML = '<img src="data:," onerror="window.breaches.push(\\'inline handler\\')">';
         document.body.append(image);
         try { setTimeout('window.breaches.push("text as code")', 0); } catch {}
         setTimeout(() => { script.remove(); image.remove(); resolve(window.breaches); }, 300);
       })`,
    );
    expect(ran).toEqual([]);
  });

  it('loads and reveals nothing beyond the app', async () => {
    const outside = await listenOutside();
    const loaded = await insidePage(
      `(async () => {
         const outside = ${JSON.stringify(outside.address)};
         const load = (tag, address) => new Promise((resolve) => {
           const element = document.createElement(tag);
           const settle = (loaded) => { element.remove(); resolve(loaded); };
           element.onload = () => settle(true);
           element.onerror = () => settle(false);
           element[tag === 'link' ? 'href' : 'src'] = address;
           element.rel = 'stylesheet';
           document.body.append(element);
           setTimeout(() => settle(false), 1000);
         });
         const fetched = (address) => fetch(address).then(() => true, () => false);
         const tries = {
           ownFile: await load('script', 'app://sluice/assets/none.js'),
           aboveTheFolder: await load('script', 'app://sluice/..%2fmain.cjs'),
           fetchOutside: await fetched(outside + '/fetch'),
           fetchOwn: await fetched('app://sluice/index.html'),
           fetchFile: await fetched('file:///etc/hostname'),
           script: await load('script', outside + '/a.js'),
           style: await load('link', outside + '/a.css'),
           image: await load('img', outside + '/a.png'),
           beacon: (navigator.sendBeacon(outside + '/beacon'), false),
           socket: await new Promise((resolve) => {
             try {
               const socket = new WebSocket(outside.replace('http', 'ws'));
               socket.onopen = () => resolve(true);
               socket.onerror = () => resolve(false);
             } catch { resolve(false); }
           }),
         };
         await load('iframe', outside + '/frame');
         return Object.keys(tries).filter((name) => tries[name]);
       })()`,
    );
    expect(loaded).toEqual([]);
    expect(await outside.close()).toEqual([]);
  });

  it('refuses to go elsewhere', async () => {
    const outside = await listenOutside();
    for (const address of [
      `${outside.address}/page`,
      'file:///etc/hostname',
      'app://other/',
      'data:text/html,x',
    ]) {
      await insidePage(`void (location.href = ${JSON.stringify(address)})`);
      await app.page.waitForTimeout(200);
      expect(app.page.url()).toBe(OUR_PAGE);
    }
    await app.byId('screen-connections').waitFor();
    expect(await outside.close()).toEqual([]);
  });

  it('opens no further window, whichever way it is asked', async () => {
    const outside = await listenOutside();
    expect(await insidePage(`String(window.open('${outside.address}/window'))`)).toBe('null');
    await insidePage(
      `(() => {
         const link = document.createElement('a');
         link.href = '${outside.address}/link'; link.target = '_blank';
         document.body.append(link); link.click(); link.remove();
       })()`,
    );
    await app.page.waitForTimeout(300);
    expect(await windowCount()).toBe(1);
    expect(app.page.url()).toBe(OUR_PAGE);
    expect(await outside.close()).toEqual([]);
  });

  it('opens in the browser what stands in its menu, and nothing that a page says', async () => {
    const outside = await listenOutside();
    await app.electron.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = (address: string) => {
        opened.push(address);
        return Promise.resolve();
      };
    });
    for (const address of [
      outside.address,
      'mailto:a@example.com',
      'file:///etc/hostname',
      'ms-settings:x',
    ]) {
      await insidePage(`void window.open(${JSON.stringify(address)})`);
      await insidePage(
        `(() => {
           const link = document.createElement('a');
           link.href = ${JSON.stringify(address)};
           document.body.append(link); link.click(); link.remove();
         })()`,
      );
    }
    for (const page of Object.keys(EXTERNAL_PAGES)) {
      await app.electron.evaluate(({ Menu }, id) => {
        Menu.getApplicationMenu()?.getMenuItemById(id)?.click();
      }, page);
    }
    const opened = await app.electron.evaluate(
      () => (globalThis as unknown as { readonly opened: readonly string[] }).opened,
    );
    expect(opened).toEqual(Object.values(EXTERNAL_PAGES));
    for (const address of opened) expect(new URL(address).protocol).toBe('https:');
    expect(app.page.url()).toBe(OUR_PAGE);
    expect(await outside.close()).toEqual([]);
  });

  it('downloads nothing', async () => {
    await app.electron.evaluate(({ session }) => {
      const begun: string[] = [];
      Object.assign(globalThis, { begun });
      // A listener after the app's own sees the app's decision.
      session.defaultSession.on('will-download', (event, item) => {
        if (!event.defaultPrevented) begun.push(item.getURL());
      });
    });
    await insidePage(
      `(() => {
         const link = document.createElement('a');
         link.href = 'app://sluice/index.html'; link.download = 'page.html';
         document.body.append(link); link.click(); link.remove();
       })()`,
    );
    await app.page.waitForTimeout(300);
    const begun = await app.electron.evaluate(
      () => (globalThis as unknown as { readonly begun: readonly string[] }).begun,
    );
    expect(begun).toEqual([]);
    expect(app.page.url()).toBe(OUR_PAGE);
  });

  it('runs no program that a page names, unless the user says so outside the page', async () => {
    const ran = join(home.path, 'ran');
    await app.electron.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    });
    const profile = {
      ...testProfile('mysql', 'by-page'),
      passwordFrom: { kind: 'command', command: `touch ${ran}` },
    };
    const cancelled = { kind: 'failed', failure: { code: 'cancelled' } };
    expect(await ask(app.page, 'profiles/test', { profile, password: null })).toMatchObject(cancelled);
    expect(await ask(app.page, 'profiles/save', { profile, password: null })).toMatchObject(cancelled);
    expect(await ask(app.page, 'profiles/sign-in', { profileId: profile.id })).toMatchObject({
      kind: 'failed',
      failure: { code: 'unknown-profile' },
    });
    expect(existsSync(ran)).toBe(false);
  });

  it('embeds no page', async () => {
    expect(await insidePage(`'loadURL' in document.createElement('webview')`)).toBe(false);
  });

  it('grants no permission', async () => {
    expect(await insidePage('Notification.requestPermission()')).toBe('denied');
    const used = await insidePage(
      `Promise.all([
         new Promise((resolve) =>
           navigator.geolocation.getCurrentPosition(() => resolve('a place'), ({ code }) => resolve(code))),
         navigator.requestMIDIAccess({ sysex: true }).then(() => 'instruments', ({ name }) => name),
       ])`,
    );
    // GeolocationPositionError.PERMISSION_DENIED
    expect(used).toEqual([1, 'SecurityError']);
  });

  it('gives frames inside the page no bridge', async () => {
    const bridge = await insidePage(
      `(() => {
         const frame = document.createElement('iframe');
         document.body.append(frame);
         const found = typeof frame.contentWindow.sluice;
         frame.remove();
         return found;
       })()`,
    );
    expect(bridge).toBe('undefined');
  });

  it('refuses a request whose arguments have another form', async () => {
    for (const argument of [undefined, {}, { name: 7 }, { name: '' }, { name: 'x'.repeat(121) }]) {
      expect(await ask(app.page, 'folders/suggest-output', argument)).toMatchObject(REFUSED);
    }
    expect(await ask(app.page, 'shell/run' as 'runs/list', 'id')).toMatchObject(REFUSED);
    expect(await ask(app.page, 'toString' as 'runs/list', null)).toMatchObject(REFUSED);
  });

  it('refuses a handle that was never given out, and a path', async () => {
    const unknown = { handle: 'path-0123456789abcdef' };
    expect(await ask(app.page, 'folders/reveal', unknown)).toMatchObject(REFUSED);
    expect(await ask(app.page, 'load/summary', { folder: unknown.handle })).toMatchObject(REFUSED);
    expect(await ask(app.page, 'load/summary', { folder: '/etc' })).toMatchObject(REFUSED);
  });

  it('lets the page change no practice server and no unknown run', async () => {
    const [practice] = await app.request('profiles/list', null);
    const moved = { ...practice, address: { kind: 'tcp', host: 'example.com', port: 3306 } };
    const reply = await ask(app.page, 'profiles/save', { profile: moved, password: null });
    expect(reply).toMatchObject({ kind: 'failed', failure: { code: 'usage' } });
    expect(await ask(app.page, 'runs/cancel', { runId: 'nobody' })).toMatchObject(REFUSED);
  });

  it('accepts no message from another window, even with our preload and our page', async () => {
    const reply = await app.electron.evaluate(
      async ({ BrowserWindow }, { preload, page }) => {
        const stranger = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        await stranger.loadURL(page);
        const answer = (await stranger.webContents.executeJavaScript(
          `window.sluice.request('profiles/list', null)`,
        )) as unknown;
        stranger.destroy();
        return answer;
      },
      { preload: join(root, 'dist', 'preload.cjs'), page: OUR_PAGE },
    );
    expect(reply as Reply<'profiles/list'>).toMatchObject(REFUSED);
  });
});

/** A server that would answer anybody with anything; `close` tells what it was asked for. */
async function listenOutside() {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await new Promise((resolve) => server.close(resolve));
    return asked;
  };
  return { address: `http://127.0.0.1:${port}`, close };
}
