import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this clone. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of the runtimes and servers that all clones of a user share. app/sandbox/places.ts has the same. */
export const cacheFolder =
  process.env.SLUICE_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice');

/** Folder in which set-up notes, per clone, the steps that are up to date. */
export const stampFolder = join(root, '.cache', 'stamps');

export const inRoot = (...parts) => join(root, ...parts);
export const inCache = (...parts) => join(cacheFolder, ...parts);
