import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this clone. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where what is shared by all clones of a user lives: runtimes and servers. app/sandbox/places.ts says the same. */
export const cacheFolder =
  process.env.SLUICE_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice');

/** Where set-up notes, per clone, what is up to date. */
export const stampFolder = join(root, '.cache', 'stamps');

export const inRoot = (...parts) => join(root, ...parts);
export const inCache = (...parts) => join(cacheFolder, ...parts);
