/**
 * `npm run package`: the unpacked app for Linux in dist/package/linux-unpacked, out of this clone's bundles and the
 * Electron that set-up found. `-- --check` then starts it and has it dump, as a window and without a display;
 * `-- --installers` makes AppImage and deb of it, for which electron-builder fetches its tools from their release host.
 */
import { pack, packInstallers, stageApp, unpackedFolder } from './package/pack.mjs';
import { ensureTools } from './package/tools.mjs';
import { runMain, setUp } from './setup.mjs';
import { readArguments } from './setup/arguments.mjs';
import { step } from './setup/step.mjs';

const USAGE = 'Usage: npm run package [-- [--check] [--installers]]';
const OPTIONS = {
  check: { type: 'boolean', default: false },
  installers: { type: 'boolean', default: false },
};

await runMain(async () => {
  const { values } = readArguments(USAGE, OPTIONS);
  await setUp({ purpose: values.check ? 'test' : 'run' });
  await step('packaging tools', ensureTools);
  await step('stage', stageApp);
  await step('package', pack);
  if (values.installers) await step('installers', packInstallers);
  if (values.check)
    await step('check', async () => (await import('./package/check.mjs')).check(unpackedFolder));
});
