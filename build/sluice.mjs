/** `npm run -s sluice -- …`: the command line out of the sources of this clone, built first where they changed. */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { buildQuietly, runMain, setUp } from './setup.mjs';
import { inRoot } from './setup/places.mjs';

const cli = inRoot('dist', 'cli.cjs');

await runMain(async () => {
  if (existsSync(inRoot('node_modules', '.package-lock.json'))) await buildQuietly();
  else await setUp({ purpose: 'run' });
  process.argv[1] = cli;
  createRequire(import.meta.url)(cli);
});
