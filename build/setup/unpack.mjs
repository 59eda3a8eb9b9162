import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.mjs';

/**
 * Makes `folder` by `fill(temporary)`, all or nothing: filled beside its place, renamed at the end. Where two
 * set-ups run at once the second waits and finds it done; what a killed one left is cleared.
 */
export async function makeFolder(folder, fill) {
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    clearLeftovers(folder);
    const temporary = `${folder}.making-${process.pid}`;
    mkdirSync(temporary, { recursive: true });
    try {
      await fill(temporary);
      renameSync(temporary, folder);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
}

function clearLeftovers(folder) {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}.making-`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
