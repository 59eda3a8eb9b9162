/**
 * `npm run pictures`: takes the README's pictures of the window anew, with the practice servers and a shop that is aged
 * first (tests/pictures). A Chromium of today draws the page: set-up installs it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from './setup/places.mjs';
import { runMain, setUp } from './setup.mjs';

await runMain(async () => {
  await setUp({ purpose: 'chromium' });
  const vitest = [process.execPath, inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'pictures'];
  const isHeadless = process.platform === 'linux' && process.env.DISPLAY === undefined;
  const [program, ...words] = isHeadless ? ['xvfb-run', '--auto-servernum', ...vitest] : vitest;
  const pictures = spawn(program, words, { cwd: inRoot(), stdio: 'inherit' });
  const [code] = await once(pictures, 'exit');
  process.exitCode = code ?? 1;
});
