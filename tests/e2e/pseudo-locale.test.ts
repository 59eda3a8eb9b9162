import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../servers/test-server';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { plainEnglish } from './harness/plain-english';
import { cutOff, fillEveryScreen, openScreen, SCREENS } from './harness/screens';
import { makeSchema, onTestServer, saveProfile, testProfile } from './harness/server';

const SCHEMA = 'e2e_pseudo';

/** What the page shows as it is: names, versions, units, words of MySQL's own. */
const DATA = [
  ...[/Test mysql/g, /Sluice dumps/g, /\bsluice\b/gi, /Nightly/g, /e2e_pseudo/g, /\bpart\d\b/g],
  ...[/\d[\d.]+-MariaDB\S*/g, /\bInnoDB\b/g, /\bPREFERRED\b/g],
  ...[/\b[kMG]i?B(?:\/s)?(?=\W|$)/g, /\bms\b/g],
];

/** The window in other letters and longer words: what no catalogue holds, or has too little room, is seen. */
describe('the window in the pseudo-locale', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    await onTestServer('mysql', (session) => makeSchema(session, SCHEMA, 1000));
    home = makeHome();
    await saveProfile(home, testProfile('mysql', 'server'));
    app = await launch({ ...home, environment: { ...home.environment, SLUICE_LANGUAGE: 'en-XA' } });
    await app.request('profiles/unlock', { profileId: 'server', password: testServer('mysql').password });
    await fillEveryScreen(app, SCHEMA);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
    await onTestServer('mysql', (session) => session.run(`DROP SCHEMA IF EXISTS ${SCHEMA}`));
  });

  it('cuts nothing off and leaves no English on any screen', async () => {
    const found: string[] = [];
    for (const screen of SCREENS) {
      await openScreen(app, screen);
      await lookAt(app, `pseudo-${screen}`);
      const cut = (await cutOff(app)).map((text) => `${screen}, cut off: ${text}`);
      const plain = (await plainEnglish(app, DATA)).map((text) => `${screen}, in English: ${text}`);
      found.push(...cut, ...plain);
    }
    expect(found).toEqual([]);
  });
});
