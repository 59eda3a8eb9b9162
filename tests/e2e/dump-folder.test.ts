import { readdirSync, renameSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatBytesPerSecond } from '../../app/contract/quantities';
import { FaultyNetwork } from '../integration/harness/faulty-network';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import {
  answerFolderDialogs,
  chooseOption,
  pickSchema,
  resultState,
  resumeRun,
  setThreads,
  startAndPause,
} from './harness/steps';

const SCHEMA = 'e2e_dump_folder';
const COPY = 'e2e_dump_folder_copy';
const HUGE = 'e2e_huge';
/** Pages that the statistics claim of a table: 16 PB, more than any disk has free. */
const CLAIMED_PAGES = 10 ** 12;

describe('the folder of a dump', () => {
  let home: Home;
  let app: RunningApp;
  let network: FaultyNetwork;
  const dropAll = () =>
    onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY, HUGE]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  beforeAll(async () => {
    await dropAll();
    await onTestServer('mysql', async (session) => {
      await makeSchema(session, SCHEMA, 4000);
      await session.run(`CREATE SCHEMA ${HUGE}`);
      await session.run(
        `CREATE TABLE ${HUGE}.t (id INT PRIMARY KEY) STATS_PERSISTENT = 1, STATS_AUTO_RECALC = 0`,
      );
      await session.run(
        `UPDATE mysql.innodb_table_stats SET clustered_index_size = ${CLAIMED_PAGES} WHERE database_name = '${HUGE}'`,
      );
      await session.run(`FLUSH TABLES ${HUGE}.t`);
    });
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    network = await FaultyNetwork.to(testServer('mysql'));
    const address = { kind: 'tcp', host: '127.0.0.1', port: network.port } as const;
    const tls = { mode: 'disabled' } as const;
    await saveProfile(home, { ...testProfile('mysql', 'far'), name: 'Far', address, tls });
    app = await launch(home);
    const { password } = testServer('mysql');
    for (const profileId of ['server', 'far']) await app.request('profiles/unlock', { profileId, password });
    await app.byId('connection-dump-server').click();
  });
  afterAll(async () => {
    await app.close();
    await network.close();
    home.remove();
    await dropAll();
  });

  it('is said to be too small before the dump is started', async () => {
    await pickSchema(app, HUGE);
    await app.page.getByText(/[\d.]+ [kMGTP]B free/).waitFor();
    await app.byId('dump-estimate').getByText('Free space is less than').waitFor();
    await lookAt(app, 'dump-little-space');
    await app.byId(`tree-check-${HUGE}`).click();
  });

  it('is said to be not writable before the dump is started', async () => {
    writeFileSync(join(home.path, 'file'), '');
    await pickSchema(app, SCHEMA);
    await answerFolderDialogs(app, join(home.path, 'file', 'below'));
    await app.byId('dump-choose-folder').click();
    await app.page.getByText('You can’t write to this folder').waitFor();
    await expect.poll(() => app.byId('dump-start').isDisabled()).toBe(true);
    await lookAt(app, 'dump-not-writable');
    await answerFolderDialogs(app, join(home.dumps, 'shop'));
    await app.byId('dump-choose-folder').click();
    await setThreads(app, 'dump', 1);
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').click();
    expect(await resultState(app, 'dump')).toBe('done');
  });

  it('that goes during a load is named itself, and the load is not to be resumed before it is back', async () => {
    const folder = join(home.dumps, readdirSync(home.dumps)[0] ?? '');
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'far');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await setThreads(app, 'load', 1);
    // The rows of one table are committed by then, and those of another are not.
    void network.at('commit', 'wait', 2);
    await startAndPause(app, 'load');
    renameSync(folder, `${folder}-away`);
    network.release();
    await resumeRun(app);
    expect(await resultState(app, 'load')).toBe('incomplete');
    const errors = await app.byId('result-errors').innerText();
    expect(errors).toContain(`There is no dump at ${folder}.`);
    expect(errors).not.toContain('.tsv');
    await expect.poll(() => app.byId('result-resume').getAttribute('data-look')).toBe('plain');
    await lookAt(app, 'result-dump-gone');
    renameSync(`${folder}-away`, folder);
    await app.byId('result-resume').click();
    await app.page.locator('[data-testid="result-state"][data-kind="load"][data-state="done"]').waitFor();
    await expectOwnRate();
    await onTestServer('mysql', async (session) => {
      expect(await checksums(session, COPY)).toEqual(await checksums(session, SCHEMA));
    });
  });

  /** The bytes of the earlier part were not moved in the time of the resumed one. */
  async function expectOwnRate(): Promise<void> {
    const [resumed] = [...(await app.request('runs/list', null))].sort((a, b) => b.startedAt - a.startedAt);
    const { result } = await app.request('history/result', { runId: resumed?.runId ?? '' });
    const moved = result.kind === 'load' ? result.movedBytes : undefined;
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(result.bytes);
    const figures = await app.page.getByRole('region', { name: 'Figures' }).innerText();
    expect(figures).toContain(formatBytesPerSecond((moved ?? 0) / result.seconds));
    expect(figures).not.toContain(formatBytesPerSecond(result.bytes / result.seconds));
  }

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
