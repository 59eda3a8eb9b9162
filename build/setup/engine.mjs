import { compilerCache } from './compiler-cache.mjs';
import { inRoot } from './places.mjs';
import { run } from './command.mjs';
import { whenChanged } from './stamps.mjs';
import { hasGoogleTest, packingLibraries } from './system-packages.mjs';

const INPUTS = ['native', 'package-lock.json'];

/** The engine is built with those that are there: it is built again when one comes. */
const libraries = () => packingLibraries().join(' ');

/** Builds the addon that the window and the command line load. */
export async function ensureEngine() {
  return await whenChanged(
    'engine',
    {
      inputs: INPUTS,
      outputs: ['dist/native/sluice.node', 'dist/native/napi8_shim.node'],
      also: libraries(),
    },
    async () => {
      await buildNative('release', 'sluice');
      return 'built';
    },
  );
}

/** Builds the engine that lies on purpose, for the tests that must find it out. */
export async function ensureSaboteur() {
  const outputs = ['dist/native/sluice-saboteur.node'];
  return await whenChanged('saboteur', { inputs: INPUTS, outputs, also: libraries() }, async () => {
    await buildNative('release', 'sluice-saboteur');
    return 'built';
  });
}

/**
 * Builds one target of a preset of native/CMakePresets.json, or all that it builds by itself. The tests are part of
 * the build where GoogleTest is there: whoever only runs Sluice need not have it.
 * @param yields whether other work on this machine goes first
 */
export async function buildNative(preset, target = null, { loud = false, yields = false } = {}) {
  const cwd = inRoot('native');
  const testing = `-DBUILD_TESTING=${hasGoogleTest() ? 'ON' : 'OFF'}`;
  const { options, env } = compilerCache();
  await run('cmake', ['--preset', preset, testing, ...options], { cwd, loud });
  const build = ['cmake', '--build', '--preset', preset, ...(target ? ['--target', target] : [])];
  const [program, ...argv] = yields ? ['nice', '-n', '5', ...build] : build;
  await run(program, argv, { cwd, env, loud });
}
