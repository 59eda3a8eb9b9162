import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MEMORY_FOLDER } from './memory-folder.mjs';

/** With the process that made it in its name, so that a later run can tell what nobody uses any more. */
const NAME = /^sluice-lane-(\d+)-/;

/**
 * Makes the folder in which the tests of a lane make theirs: what a killed test leaves goes with it.
 * @param parent where it is made
 */
export function makeLaneFolder(parent) {
  const folder = mkdtempSync(join(parent, `sluice-lane-${process.pid}-`));
  // Like the one that it stands for: some tests start a server as another user.
  chmodSync(folder, 0o1777);
  return folder;
}

/** Removes the folders of runs that were killed. */
export function sweepLaneFolders() {
  for (const parent of new Set([tmpdir(), MEMORY_FOLDER].filter(existsSync))) {
    for (const name of readdirSync(parent)) {
      const [, maker] = NAME.exec(name) ?? [];
      if (maker !== undefined && !isAlive(Number(maker))) removeLaneFolder(join(parent, name));
    }
  }
}

/**
 * Removes the folder of a lane, and no other. A process that is just ending may still write into it: what is left then
 * is the next run's to clear away.
 */
export function removeLaneFolder(folder) {
  if (!NAME.test(basename(folder))) return;
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!['ENOTEMPTY', 'EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
