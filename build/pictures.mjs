/**
 * `npm run pictures`: takes the README's pictures of the window anew, with the practice servers and a shop that is aged
 * first (tests/pictures). A Chromium of today draws the page: set-up installs it.
 */
import { runMain, setUp } from './setup.mjs';
import { readArguments } from './setup/arguments.mjs';
import { runProject } from './test/vitest-project.mjs';

const USAGE = 'Usage: npm run pictures';

await runMain(async () => {
  readArguments(USAGE);
  await setUp({ purpose: 'chromium' });
  await runProject('pictures', { showsWindows: true });
});
