import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { noticesText } from './package/notices.mjs';
import { inRoot } from './setup/places.mjs';
import { NODE_BUNDLES } from './vite.node.config.mjs';

/** Names of the bundles of {@link buildBundle}. */
export const bundles = [...Object.keys(NODE_BUNDLES), 'renderer'];

/** The licences of all that Sluice is made with; the about box and the package show them. */
export const NOTICES = inRoot('dist', 'THIRD-PARTY-NOTICES.txt');

/** Returns whether the sources of this bundle are there. */
export const hasSources = (name) =>
  existsSync(inRoot(name === 'renderer' ? 'renderer/index.html' : NODE_BUNDLES[name].entry));

/**
 * Builds one bundle into dist/, for users: Vitest, which may be in this process, has named the tests' environment, for
 * which Vite takes React's build for developers. Vite is loaded here and not at the top: set-up runs before it is
 * installed.
 * @param write false for the output alone
 */
export async function buildBundle(name, { watch = null, write = true } = {}) {
  const { build } = await import('vite');
  const config = await configOf(name);
  const result = await inProduction(() => build({ ...config, build: { ...config.build, watch, write } }));
  if (!write) return result;
  if (name === 'main' || name === 'cli') copyZstdBinding();
  if (name === 'main') writeFileSync(NOTICES, noticesText());
  return result;
}

async function inProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

async function configOf(name) {
  if (name === 'renderer') return (await import('./vite.renderer.config.mjs')).rendererBundle();
  return (await import('./vite.node.config.mjs')).nodeBundle(name);
}

/** The native half of zstd-napi, where the bundles look for it (see vite/zstd-binding.mjs). */
function copyZstdBinding() {
  mkdirSync(inRoot('dist', 'native'), { recursive: true });
  const binding = inRoot('node_modules', 'zstd-napi', 'build', 'Release', 'binding.node');
  copyFileSync(binding, inRoot('dist', 'native', 'zstd_napi.node'));
}
