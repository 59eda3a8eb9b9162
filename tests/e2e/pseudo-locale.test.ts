import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, type Home } from './harness/home';
import type { RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { plainEnglish } from './harness/plain-english';
import { cutOff, launchFilled, openScreen, SCREENS } from './harness/screens';
import { onTestServer } from './harness/server';

const SCHEMA = 'e2e_pseudo';

/** Texts that the page shows as they are: names, versions, units, words of MySQL's own. */
const DATA = [
  ...[
    /Test mysql/g,
    /Sluice dumps/g,
    /\bsluice\b/gi,
    /Nightly/g,
    /e2e_pseudo/g,
    /\bpart\d\b/g,
    /\b(?:first|second)_view\b/g,
  ],
  ...[/\bMySQL \d[\d.-]+/g, /\bzstd\b/g, /\d[\d.]+-MariaDB\S*/g, /\bInnoDB\b/g, /\bPREFERRED\b/g],
  ...[/\b[kMG]i?B(?:\/s)?(?=\W|$)/g, /\bms\b/g],
];

/** The window in other letters and longer words: what no catalogue holds, or has too little room, is seen. */
describe('the window in the pseudo-locale', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    app = await launchFilled(
      { ...home, environment: { ...home.environment, SLUICE_LANGUAGE: 'en-XA' } },
      SCHEMA,
    );
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
