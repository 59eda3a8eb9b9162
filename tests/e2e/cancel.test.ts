import { existsSync, readdirSync } from 'fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { closeGate, waitsAt, type Gate } from '../integration/harness/gate';
import { withPlain } from '../integration/harness/servers';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import {
  cancelRun,
  chooseOption,
  pickSchema,
  resultState,
  setCondition,
  setThreads,
  startAndPause,
  untilRowsMove,
  waitForRunState,
} from './harness/steps';

const SCHEMA = 'e2e_cancel';
const COPY = 'e2e_cancel_copy';
/** A row of the table `part3`. */
const GATE: Gate = { column: 'id', value: 2 };

/** No run ends before the test lets it: a dump waits at a gate of its source, a load at a COMMIT on its way to the target. */

describe.each(['mysql', 'mariadb'] as const)('cancel: %s', (vendor) => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  beforeAll(async () => {
    await onTestServer(vendor, (session) => makeSchema(session, SCHEMA, 4000));
    network = await FaultyNetwork.to(testServer(vendor));
    home = makeHome();
    await saveProfile(home, testProfile(vendor, 'server'));
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const tls = { mode: 'disabled' } as const;
    await saveProfile(home, { ...testProfile(vendor, 'far'), name: 'Far', address, tls });
    app = await launch(home);
    const { password } = testServer(vendor);
    for (const profileId of ['server', 'far']) await app.request('profiles/unlock', { profileId, password });
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await onTestServer(vendor, async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  async function openDump(): Promise<void> {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await setThreads(app, 'dump', 1);
  }

  const dumpFolders = () => (existsSync(home.dumps) ? readdirSync(home.dumps) : []);

  it('ends a dump that waits for its lock, and takes its place in the queue away', async () => {
    await onTestServer(vendor, async (session) => {
      await session.run(`LOCK TABLES ${SCHEMA}.part0 WRITE`);
      await openDump();
      await app.byId('dump-start').click();
      await waitForLockQueue(vendor, 1);
      await cancelRun(app);
      expect(await resultState(app, 'dump')).toBe('cancelled');
      await waitForLockQueue(vendor, 0);
      await session.run('UNLOCK TABLES');
    });
    expect(dumpFolders()).toEqual([]);
    if (vendor === 'mysql') await lookAt(app, 'result-cancelled');
  });

  it('ends a dump in the middle of its rows and removes what it wrote', async () => {
    await openDump();
    await setCondition(app, `${SCHEMA}.part3`, waitsAt(GATE));
    await withPlain(vendor, async (gate) => {
      await closeGate(gate, GATE);
      await startAndPause(app, 'dump');
      expect(await keepsAwake(app)).toBe(true);
      await app.byId('run-cancel').click();
      await app.byId('confirm-dialog').getByText('is removed').waitFor();
      if (vendor === 'mysql') await lookAt(app, 'run-cancel-ask');
      await app.byId('confirm-accept').click();
      expect(await resultState(app, 'dump')).toBe('cancelled');
    });
    expect(dumpFolders()).toEqual([]);
    await expect.poll(() => keepsAwake(app)).toBe(false);
  });

  it('ends a load in the middle of its rows and says that the target is not whole', async () => {
    await openDump();
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'far');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await setThreads(app, 'load', 1);
    const held = network.at('commit', 'hold', 2);
    await app.byId('load-start').click();
    await held;
    await untilRowsMove(app);
    await cancelRun(app);
    expect(['cancelled', 'incomplete']).toContain(await resultState(app, 'load'));
    network.cut();
    network.mend();
  });

  it('resumes that load from the history, where what it left stands until then', async () => {
    const loads = app.page.locator('[data-testid^="history-row-"][data-kind="load"]');
    // The list as it was last read shows first: a row that is still to come moves the others down.
    const openLoad = async (place: number, of: number) => {
      await app.byId('nav-history').click();
      await expect.poll(() => loads.count()).toBe(of);
      await loads.nth(place).click();
    };
    await openLoad(0, 1);
    await app.byId('history-roll-back').waitFor();
    if (vendor === 'mysql') await lookAt(app, 'history-cancelled');
    await app.byId('history-resume').click();
    expect(await resultState(app, 'load')).toBe('done');
    await openLoad(0, 2);
    await app.byId('history-details').getByText('Resumed').waitFor();
    await openLoad(1, 2);
    expect(await app.byId('history-resume').count()).toBe(0);
    expect(await app.byId('history-roll-back').count()).toBe(0);
    await app.byId('nav-runs').click();
  });

  it('leaves no session waiting on the server', async () => {
    await expect.poll(() => sessionsOfTheEngine(vendor)).toBe(0);
  });

  it('asks before it quits with a run on, and quits when told to', async () => {
    const foldersBefore = dumpFolders().length;
    await openDump();
    await withPlain(vendor, async (gate) => {
      await closeGate(gate, GATE);
      await startAndPause(app, 'dump');
      await quitAndAnswer(app, 0);
      await waitForRunState(app, 'paused');
      const gone = new Promise((resolve) => app.electron.process().once('exit', resolve));
      await quitAndAnswer(app, 1).catch(() => undefined);
      await gone;
    });
    expect(dumpFolders()).toHaveLength(foldersBefore);
    await expect.poll(() => sessionsOfTheEngine(vendor)).toBe(0);
    app = await launch(home);
  });
});

/** Asks the app to quit and answers its question with a button; an app that does not ask leaves this waiting. */
async function quitAndAnswer(app: RunningApp, response: number): Promise<void> {
  await app.electron.evaluate(async ({ app: electronApp, dialog }, button) => {
    const asked = new Promise<void>((resolve) => {
      dialog.showMessageBox = () => {
        resolve();
        return Promise.resolve({ response: button, checkboxChecked: false });
      };
    });
    electronApp.quit();
    await asked;
  }, response);
}

/** Returns whether anything in the app holds the machine's sleep back: Electron numbers blockers from 0 or 1 on. */
async function keepsAwake(app: RunningApp): Promise<boolean> {
  return await app.electron.evaluate(({ powerSaveBlocker }) =>
    Array.from({ length: 50 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true),
  );
}

/** Waits until exactly `count` sessions wait for the global read lock or a backup stage. */
async function waitForLockQueue(vendor: 'mysql' | 'mariadb', count: number): Promise<void> {
  await onTestServer(vendor, async (session) => {
    for (;;) {
      const waiting = await session.scalar(
        `SELECT COUNT(*) FROM information_schema.PROCESSLIST
         WHERE INFO LIKE 'FLUSH TABLES%' OR INFO LIKE 'BACKUP STAGE%'`,
      );
      if (Number(waiting) === count) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

/** Sessions on the server besides the one that asks. */
async function sessionsOfTheEngine(vendor: 'mysql' | 'mariadb'): Promise<number> {
  return await onTestServer(vendor, async (session) => {
    const others = await session.scalar(
      `SELECT COUNT(*) FROM information_schema.PROCESSLIST
       WHERE ID <> CONNECTION_ID() AND USER = SUBSTRING_INDEX(CURRENT_USER(), '@', 1)`,
    );
    return Number(others);
  });
}
