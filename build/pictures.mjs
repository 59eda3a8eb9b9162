/**
 * `npm run pictures`: takes the README's pictures of the window anew, with the practice servers and a shop that is aged
 * first (tests/pictures). A Chromium of today draws the page: set-up installs it.
 */
import { runMain, setUp } from './setup.mjs';
import { runProject } from './test/vitest-project.mjs';

await runMain(async () => {
  await setUp({ purpose: 'chromium' });
  await runProject('pictures', { showsWindows: true });
});
