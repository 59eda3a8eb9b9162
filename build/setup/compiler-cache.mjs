import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, which } from './command.mjs';
import { ensureDebianProgram } from './debian-program.mjs';
import { inCache, root } from './places.mjs';

const NAME = 'ccache-4.7';

/** Makes sure that the tests' builds compile nothing that another clone of this user has compiled; they can do without. */
export async function ensureCompilerCache() {
  try {
    return await ensureDebianProgram({
      name: NAME,
      title: 'ccache 4.7',
      packageName: 'ccache',
      file: 'usr/bin/ccache',
      advice: 'Install ccache to compile faster the second time.',
    });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return `not available: ${error.message}`;
  }
}

/**
 * The cache of objects by the content of their sources, in the folder of the servers; the user's own settings go first.
 * Paths below the clone's root count as relative, so that clones share it.
 * @returns CMake's options, and the environment of the compiler; empty where there is no cache
 */
export function compilerCache() {
  const launcher = launcherHere();
  if (launcher === null) return { options: [], env: process.env };
  const ours = {
    CCACHE_DIR: inCache('compiler'),
    CCACHE_BASEDIR: root,
    CCACHE_NOHASHDIR: 'true',
    CCACHE_MAXSIZE: '2G',
  };
  return {
    options: [`-DCMAKE_CXX_COMPILER_LAUNCHER=${launcher.join(';')}`],
    env: { ...ours, ...process.env },
  };
}

function launcherHere() {
  const folder = inCache('servers', NAME);
  if (existsSync(folder)) return [join(folder, 'loader'), '--library-path', folder, join(folder, 'ccache')];
  const found = which('ccache');
  return found === null ? null : [found];
}
