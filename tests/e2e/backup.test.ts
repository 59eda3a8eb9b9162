import { spawnSync } from 'child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { delimiter, join } from 'path';
import { decompress } from 'zstd-napi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/setup/places.mjs';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { answerFolderDialogs, chooseOption, pickSchema, resultState } from './harness/steps';

const SCHEMA = 'e2e_backup';
/** With what a shell and a list of names would trip over. */
const CONDITION = "id <= 10 AND label <> 'a, b'";

describe('a backup by rules', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 400));
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${SCHEMA}`));
  });

  const tick = (table: string) => app.byId(`tree-check-${SCHEMA}.${table}`).getAttribute('aria-checked');
  const row = (table: string) => app.byId(`tree-row-${SCHEMA}.${table}`);

  it('shows in the tree what the rules take and leave out, while they are typed', async () => {
    await app.byId('connection-dump-server').click();
    await app.byId('tree-filter').fill('part');
    await app.byId('dump-rule-take').fill(`${SCHEMA}.part%, ${SCHEMA}.`);
    await app.page.getByText('Enter SCHEMA or SCHEMA.TABLE').waitFor();
    await expect.poll(() => app.byId('dump-start').isDisabled()).toBe(true);
    await app.byId('dump-rule-take').fill(`${SCHEMA}.part%`);
    await app.byId('dump-rule-leave').fill('%.part7');
    await row('part0').getByText('included by a rule').waitFor();
    await row('part7').getByText('excluded by a rule').waitFor();
    expect([await tick('part0'), await tick('part6'), await tick('part7')]).toEqual([
      'true',
      'true',
      'false',
    ]);
    await app.page.getByText('8 tables now').waitFor();
    await app.page.getByText('Size on disk: known after the first dump').waitFor();
  });

  it('keeps a condition only when the server takes it', async () => {
    await app.byId(`tree-where-${SCHEMA}.part0`).click();
    await app.byId('condition-text').fill('nowhere > 3');
    await app.byId('condition-keep').click();
    await app.byId('condition-dialog').locator('[data-code="condition-refused"]').waitFor();
    await lookAt(app, 'dump-condition-refused');
    await app.byId('condition-text').fill(CONDITION);
    await app.byId('condition-keep').click();
    await row('part0').getByText('where id <= 10').waitFor();
  });

  it('is consistent in the words of the preflight, whichever way is chosen', async () => {
    await app.byId('dump-preflight').waitFor();
    const best = await app.byId('dump-preflight').textContent();
    await app.byId('dump-long-queries').click();
    await app.byId('option-refuse').click();
    await app.byId('dump-mode').click();
    await app.byId('option-lock-tables').click();
    await expect.poll(() => app.byId('dump-preflight').textContent()).not.toBe(best);
    await app.byId('dump-preflight').scrollIntoViewIfNeeded();
    await lookAt(app, 'dump-rules');
  });

  it('is reviewed, and is a command line that does exactly the same', async () => {
    await app.byId('dump-review').click();
    await app.byId('review-command').waitFor();
    await expect.poll(() => app.byId('review-facts').textContent()).toContain('%.part7');
    await app.byId('review-dialog').getByTestId('dump-preflight').waitFor();
    await lookAt(app, 'dump-review');
    await app.byId('review-copy').click();
    const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toContain('--exclude-tables');
    const line = await copied();
    expect(line).toBe(await app.byId('review-command').textContent());
    expect(line).toContain('--long-queries refuse');
    expect(line).not.toContain(testServer('mysql').password);
    const { status, stderr } = runInShell(home, line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) as unknown });
    const byCommand = rowsOf(join(home.dumps, readdirSync(home.dumps)[0] ?? ''));

    const wanted = await onTestServer('mysql', (session) =>
      session.scalar(`SELECT COUNT(*) FROM ${SCHEMA}.part0 WHERE ${CONDITION}`),
    );
    expect(Object.values(byCommand).map((rows) => String(rows.length))).toEqual([
      wanted,
      ...Array<string>(6).fill('64'),
    ]);

    await app.page.keyboard.press('Escape');
    const other = join(home.path, 'by-window');
    mkdirSync(other);
    await answerFolderDialogs(app, other);
    await app.byId('dump-choose-folder').click();
    await app.page.locator('[data-testid="dump-start"]:not([disabled])').waitFor();
    await app.byId('dump-review').click();
    await app.byId('review-start').click();
    expect(await resultState(app, 'dump')).toMatch(/^done/);
    expect(rowsOf(other)).toEqual(byCommand);
  });

  it('is expected to shrink as the last one did, and to be as big as the same was', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.page.getByText(/^About .*B on disk, at the compression ratio of the dump of \d{4}-/).waitFor();
    await lookAt(app, 'dump-expected');
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-server').click();
    await pickSchema(app, SCHEMA);
    await app.page.getByText(/^[\d.]+ .?i?B on disk, as measured by the same dump on \d{4}-/).waitFor();
    await chooseOption(app, 'dump-compression', 'none');
    await app.page.getByText('Size on disk: known after the first dump').waitFor();
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

/** As a user would who has `sluice` on the PATH. */
function runInShell(home: Home, line: string) {
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist', 'cli.cjs')}' "$@"\n`;
  writeFileSync(join(bin, 'sluice'), program, { mode: 0o755 });
  const env = {
    ...home.environment,
    PATH: [bin, process.env.PATH ?? ''].join(delimiter),
    SLUICE_PASSWORD: testServer('mysql').password,
  };
  return spawnSync('/bin/sh', ['-c', line], { env, encoding: 'utf8', cwd: home.path });
}

/** The rows of each table, whichever chunks they came into. */
function rowsOf(folder: string): Readonly<Record<string, readonly string[]>> {
  const rows: Record<string, string[]> = {};
  for (const name of readdirSync(folder)
    .sort()
    .filter((file) => file.endsWith('.zst'))) {
    const table = name.replace(/@+\d+\.tsv\.zst$/, '');
    const lines = decompress(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n');
    (rows[table] ??= []).push(...lines.filter((line) => line !== ''));
  }
  return Object.fromEntries(Object.entries(rows).map(([table, lines]) => [table, lines.sort()]));
}
