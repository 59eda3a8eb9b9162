import { writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpByClient } from '../servers/dump-programs';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { answerFolderDialogs, chooseOption, openFile, resultState } from './harness/steps';

const SCHEMA = 'from_script';
const COPY = 'from_script_copy';
const COPY_OF_VALUES = 'from_values';

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
      for (const schema of [SCHEMA, COPY, COPY_OF_VALUES])
        await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
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
    await expect.poll(() => app.byId('screen-load').textContent()).toMatch(/mysqldump \d.*SQL statements/);
    await expect
      .poll(() => app.byId('load-recognized').textContent())
      .toMatch(
        /^SQL script of mysqldump [\d.]+, from MySQL [\d.-]+: 1 schema, \d+ tables, .*; no checksums recorded\.$/,
      );
    await lookAt(app, 'script-contents');
  });

  it('shows the first rows of its tables', async () => {
    await app.byId(`load-first-rows-${SCHEMA}.part0`).click();
    await app.byId('first-rows-dialog').waitFor();
    await expect.poll(() => app.byId('first-rows-dialog').textContent()).toContain('row 1');
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
    writeFileSync(odd, 'CREATE TABLE t (id INT);\nSHUTDOWN;\nKILL 3;\n');
    await openFile(app, odd);
    await app.page.getByText('SHUTDOWN').first().waitFor();
    await expect.poll(() => app.byId('load-complete').textContent()).toBe('Can’t be loaded');
    await lookAt(app, 'script-refused');
  });

  it('says that it may be cut, in the words for one table and one row', async () => {
    const cut = join(home.config, 'cut.sql');
    const saved = '/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n';
    writeFileSync(cut, `${saved}CREATE TABLE t (id INT);\nINSERT INTO t VALUES (1);\n`);
    await openFile(app, cut);
    await app.page.locator('[data-testid="load-complete"][data-state="doubtful"]').waitFor();
    expect(await app.byId('load-complete').textContent()).toBe('May be incomplete');
    await expect.poll(() => app.byId('screen-load').textContent()).toContain('1 table, 1 row');
    expect(await app.byId('screen-load').textContent()).not.toContain('1 rows');
    await lookAt(app, 'script-maybe-cut');
  });

  it('may be a CSV file, whose dialect and types are shown before it is loaded', async () => {
    const values = join(home.config, 'customers.csv');
    writeFileSync(values, 'id;name;since\n1;"Zoë; Ann";2026-01-02\n2;;2026-02-03\n');
    await openFile(app, values);
    await app.page
      .getByText(/customers\.csv: semicolons between values, .* primary key id/)
      .first()
      .waitFor();
    await expect.poll(() => app.byId('screen-load').textContent()).toContain('Files of values (CSV)');
    await app.byId('load-first-rows-customers.customers').click();
    await app.byId('first-rows-dialog').waitFor();
    await expect.poll(() => app.byId('first-rows-dialog').textContent()).toContain('Zoë; Ann');
    await app.page.keyboard.press('Escape');
    await chooseOption(app, 'load-target', 'server');
    await app.byId('load-rename-customers').fill(COPY_OF_VALUES);
    await lookAt(app, 'values-contents');
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
  });

  it('runs the statements that Sluice does not know where they are ticked', async () => {
    const odd = join(home.config, `${COPY}.sql`);
    writeFileSync(
      odd,
      'CREATE TABLE t (id INT);\nINSERT INTO t VALUES (1), (2);\nUPDATE t SET id = id * 10;\n',
    );
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA IF EXISTS ${COPY}`));
    await openFile(app, odd);
    await app.page.getByText('Line 3: UPDATE t SET id').first().waitFor();
    await chooseOption(app, 'load-target', 'server');
    await app.byId('load-run-unknown').scrollIntoViewIfNeeded();
    await lookAt(app, 'script-unknown');
    await app.byId('load-run-unknown').click();
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('done');
    await onTestServer('mysql', async (session) => {
      expect(await session.scalar(`SELECT SUM(id) FROM ${COPY}.t`)).toBe('30');
    });
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

describe('an SQL script of many gigabytes', () => {
  it('says at once what a file is that takes long to read', async () => {
    const home = makeHome();
    const path = join(home.config, 'large.sql.gz');
    const head = gzipSync('-- MySQL dump 10.13  Distrib 8.0.44, for Linux\n-- Server version\t8.0.44\n');
    // Blanks of 100 GB: whoever reads all of it is not done before the test is.
    const blanks = gzipSync(Buffer.alloc(64 << 20, ' '));
    writeFileSync(path, Buffer.concat([head, ...new Array<Buffer>(1_600).fill(blanks)]));
    const app = await launch(home);
    await openFile(app, path);
    await app.page
      .getByText(/^SQL script of mysqldump 8\.0\.44, from MySQL 8\.0\.44: .* in 1 file \(gzip\)\.$/)
      .waitFor();
    await lookAt(app, 'script-reading');
    await app.close();
    home.remove();
  });
});
