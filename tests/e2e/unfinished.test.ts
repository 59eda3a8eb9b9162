import { readdirSync, readFileSync, statSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { checksums, makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';
import { chooseOption, pickSchema, resultState, setThreads } from './harness/steps';
import { lookAtNarrow } from './harness/windows';

const SCHEMA = 'e2e_unfinished';
const COPY = 'e2e_unfinished_copy';
const NAME = 'Live';

describe('a load that did not come to its end, in the window', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 20_000));
    home = makeHome();
    await saveProfile(home, { ...testProfile('mysql', 'live'), name: NAME, environment: 'production' });
    app = await launch(home);
    await app.request('profiles/unlock', { profileId: 'live', password: testServer('mysql').password });
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', async (session) => {
      for (const schema of [SCHEMA, COPY]) await session.run(`DROP SCHEMA IF EXISTS ${schema}`);
    });
  });

  /** The largest data file of the only dump, and how it was. */
  function damageDump(): () => void {
    const folder = join(home.dumps, readdirSync(home.dumps)[0] ?? '');
    const data = readdirSync(folder).filter((name) => name.endsWith('.tsv.zst'));
    const sizeOf = (name: string) => statSync(join(folder, name)).size;
    const [largest = ''] = data.sort((a, b) => sizeOf(b) - sizeOf(a));
    const file = join(folder, largest);
    const whole = readFileSync(file);
    const middle = Math.floor(whole.length / 2);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(middle) ^ 0xff, middle);
    writeFileSync(file, damaged);
    return () => {
      writeFileSync(file, whole);
    };
  }

  it('says what is left on the target and how to resume', async () => {
    await app.byId('nav-connections').click();
    await app.byId('connection-dump-live').click();
    await pickSchema(app, SCHEMA);
    await setThreads(app, 'dump', 1);
    await app.byId('dump-start').click();
    expect(await resultState(app, 'dump')).toBe('done');
    const mend = damageDump();
    await app.byId('result-load-this').click();
    await chooseOption(app, 'load-target', 'live');
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await app.byId('load-confirm-name').fill(NAME);
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('incomplete');
    const left = await app.byId('result-unfinished').innerText();
    expect(left).toContain(`--schema-map ${SCHEMA}=${COPY} --resume`);
    expect(left).toContain('--roll-back');
    // However long the commands are, the page does not scroll sideways.
    expect(
      await app.page
        .locator('pre')
        .evaluateAll((blocks) => blocks.map((block) => block.scrollWidth - block.clientWidth)),
    ).toEqual([0, 0]);
    // The damaged table is the first: its rows were never sent.
    await expect.poll(() => app.byId('result-verify-again').innerText()).toBe('Verify');
    await lookAt(app, 'result-unfinished');
    await lookAtNarrow(app, 'result-unfinished-narrow');
    mend();
  });

  it('offers to roll it back, and asks for a production server’s name first', async () => {
    await app.byId('result-roll-back').click();
    await app.byId('roll-back-dialog').waitFor();
    await expect.poll(() => app.byId('roll-back-dialog').innerText()).toContain('Nothing else is touched');
    await expect.poll(() => app.byId('roll-back-accept').isDisabled()).toBe(true);
    await lookAt(app, 'roll-back-production');
    await app.byId('roll-back-refuse').click();
    await app.byId('roll-back-dialog').waitFor({ state: 'detached' });
  });

  it('resumes on a production server only after its name is typed', async () => {
    await app.byId('result-resume').click();
    await expect.poll(() => app.byId('resume-accept').isDisabled()).toBe(true);
    await app.byId('load-confirm-name').fill(NAME.toLowerCase());
    const accept = app.byId('resume-accept');
    await expect.poll(() => accept.isDisabled()).toBe(true);
    await expect
      .poll(() => app.byId('guard-hint').textContent())
      .toBe(`Case matters: the name is “${NAME}”.`);
    await lookAt(app, 'resume-production');
    // Why it does nothing is said to whoever comes to it by the keyboard.
    await app.page.keyboard.press('Tab');
    await app.page.keyboard.press('Tab');
    expect(await accept.evaluate((button) => document.activeElement === button)).toBe(true);
    await app.page.locator('[role="tooltip"]', { hasText: `“${NAME}”` }).waitFor({ state: 'attached' });
    await app.page.keyboard.press('Enter');
    await expect.poll(() => app.byId('resume-dialog').count()).toBe(1);
    await app.byId('load-confirm-name').fill(NAME);
    await app.byId('resume-accept').click();
    await app.byId('result-unfinished').waitFor({ state: 'detached' });
    expect(await resultState(app, 'load')).toBe('done');
    await onTestServer('mysql', async (session) => {
      expect(await checksums(session, COPY)).toEqual(await checksums(session, SCHEMA));
    });
  });

  it('keeps what is set in the form while other screens are looked at', async () => {
    await app.byId('nav-load').click();
    await app.byId(`load-rename-${SCHEMA}`).fill(COPY);
    await chooseOption(app, 'load-policy', 'drop');
    await setThreads(app, 'load', 3);
    for (const screen of ['nav-history', 'nav-load']) await app.byId(screen).click();
    await expect.poll(() => app.byId(`load-rename-${SCHEMA}`).inputValue()).toBe(COPY);
    await expect.poll(() => app.byId('load-threads').inputValue()).toBe('3');
    await app.page.getByText('are dropped with their rows').waitFor();
    await app.byId('nav-dump').click();
    await setThreads(app, 'dump', 5);
    for (const screen of ['nav-load', 'nav-dump']) await app.byId(screen).click();
    await expect.poll(() => app.byId('dump-threads').inputValue()).toBe('5');
  });

  it('asks before rows are dropped, with the tables and how many rows they have', async () => {
    await app.byId('nav-load').click();
    await app.byId('load-confirm-name').fill(NAME);
    await app.byId('load-start').click();
    const question = await app.byId('confirm-dialog').innerText();
    expect(question).toContain(`${COPY}.`);
    expect(question).toMatch(/about [\d,]+ rows/);
    await lookAt(app, 'load-drop-question');
    await app.byId('confirm-refuse').click();
    await expect.poll(() => app.byId('screen-load').count()).toBe(1);
    await onTestServer('mysql', async (session) => {
      expect(await checksums(session, COPY)).toEqual(await checksums(session, SCHEMA));
    });
  });

  it('rolls a load back from its result, and says what is left', async () => {
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA ${COPY}`));
    const mend = damageDump();
    await chooseOption(app, 'load-policy', 'fail');
    await app.byId('load-start').click();
    expect(await resultState(app, 'load')).toBe('incomplete');
    mend();
    await app.byId('result-roll-back').click();
    await app.byId('load-confirm-name').fill(NAME);
    await app.byId('roll-back-accept').click();
    expect(await resultState(app, 'rollback')).toBe('done');
    await onTestServer('mysql', async (session) => {
      expect(
        await session.scalar('SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?', [
          COPY,
        ]),
      ).toBe('0');
    });
  });
});
