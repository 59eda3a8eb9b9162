import { buildBundle, bundles } from '../bundles.mjs';
import { NODE_BUNDLES } from '../vite.node.config.mjs';
import { whenChanged } from './stamps.mjs';

const TOOLING = [
  'build/bundles.mjs',
  'build/package/notices.mjs',
  'build/vite',
  'build/vite.node.config.mjs',
  'build/vite.renderer.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];
const SHELL = ['main', 'preload', 'cli', 'cli-start'];

/** Builds the bundles that `npm start` and `sluice` run, each when its own sources have changed. */
export async function ensureApplication(names = [...SHELL, 'renderer']) {
  const built = [];
  for (const name of names) {
    await whenChanged(`bundle-${name}`, factsOf(name), async () => {
      await buildBundle(name);
      built.push(name);
    });
  }
  return built.length === 0 ? 'up to date' : `built ${built.join(', ')}`;
}

function factsOf(name) {
  if (!bundles.includes(name)) throw new Error(`There is no bundle “${name}”.`);
  const isRenderer = name === 'renderer';
  return {
    inputs: [...TOOLING, ...(isRenderer ? ['renderer', 'app/contract'] : ['app', 'package.json'])],
    outputs: [isRenderer ? 'dist/renderer/index.html' : `dist/${NODE_BUNDLES[name].file}`],
  };
}
