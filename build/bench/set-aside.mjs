import { existsSync, mkdirSync, readdirSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

let count = 0;

/**
 * Empties what a round has written and moves it out of the way; it is removed with the whole work folder. Not at once,
 * because ext4 passes over inodes that were freed within the last minutes, at a cost to whoever makes files next: with
 * a thousand small files that is more than the dump itself.
 */
export function setAside(path, work) {
  if (!existsSync(path)) return;
  const aside = join(work, 'aside');
  mkdirSync(aside, { recursive: true });
  const place = join(aside, String(count++));
  renameSync(path, place);
  if (!statSync(place).isDirectory()) return truncateSync(place);
  for (const name of readdirSync(place)) truncateSync(join(place, name));
}
