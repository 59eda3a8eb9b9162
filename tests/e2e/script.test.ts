import { writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpByClient } from '../servers/dump-programs';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { answerFolderDialogs, chooseOption, resultState } from './harness/steps';

const SCHEMA = 'from_script';
const COPY = 'from_script_copy';

/** From a file of mysqldump to its rows on a server. */
describe('an SQL script', () => {
  let home: Home;
  let app: RunningApp;
  let script: string;
  beforeAll(async () => {
    home = makeHome();
    script = join(home.config, 'nightly.sql');
    await saveProfile(home, testProfile('mysql', 'server'));
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 2_000));
    await dumpByClient('mysql', script, ['--databases', SCHEMA]);
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  it('is chosen on the load screen, which says what it holds', async () => {
    await app.byId('nav-load').click();
    await app.byId('screen-load').waitFor();
    await lookAt(app, 'script-choose');
    await answerFolderDialogs(app, script);
    await app.byId('load-choose-script').click();
    await chooseOption(app, 'load-target', 'server');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    expect(await app.byId('screen-load').textContent()).toMatch(/mysqldump \d.*SQL statements/);
    await lookAt(app, 'script-contents');
  });

  it('shows the first rows of its tables', async () => {
    await app.byId(`load-first-rows-${SCHEMA}.part0`).click();
    await app.byId('first-rows-dialog').waitFor();
    expect(await app.byId('first-rows-dialog').textContent()).toContain('row');
    await lookAt(app, 'script-first-rows');
    await app.page.keyboard.press('Escape');
  });

  it('is loaded, and every row is there', async () => {
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await onTestServer('mysql', async (session) => {
      expect(await checksums(session, COPY)).toEqual(await checksums(session, SCHEMA));
    });
    await lookAt(app, 'script-loaded');
  });

  it('says why it can’t be loaded, line by line', async () => {
    const odd = join(home.config, 'odd.sql');
    writeFileSync(odd, 'CREATE TABLE t (id INT);\nDELETE FROM t;\nCALL p();\n');
    await app.byId('nav-load').click();
    await answerFolderDialogs(app, odd);
    await app.byId('load-choose-script').click();
    await app.page.getByText('DELETE FROM t').first().waitFor();
    expect(await app.byId('load-complete').textContent()).toBe('Can’t be loaded');
    await lookAt(app, 'script-refused');
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});
