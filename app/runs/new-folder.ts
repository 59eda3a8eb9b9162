import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';
import { scriptStem, type OutputExtension } from '../contract/dump-output';
import { FOLDER_MODE } from '../format/durable';
import { makeFolder } from '../storage/make-folder';

/**
 * A folder or file under `place` that does not exist yet, named after `name` and the minute: `shop-2026-11-20-1635`, with
 * the extension of a file.
 */
export async function suggestFolder(
  place: string,
  name: string,
  now: Date,
  extension: OutputExtension = '',
): Promise<string> {
  const stem = join(place, `${safeName(name)}-${minuteOf(now)}`);
  for (let number = 1; ; number += 1) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}${extension}`;
    if (!(await exists(path))) return path;
  }
}

/**
 * Creates the folder for another dump of the same objects: beside the last one, under its name with the current time.
 * It is created here, so that two runs in one minute get two names; where that fails, the dump reports why.
 */
export async function reserveNextFolder(last: string, now: Date): Promise<string> {
  const place = dirname(last);
  await makeFolder(place, FOLDER_MODE).catch(() => false);
  for (;;) {
    const path = await suggestFolder(place, stemOf(last), now);
    try {
      await fs.mkdir(path, FOLDER_MODE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
    }
    return path;
  }
}

/** The place for another dump of the same objects that is no dump folder; it is not created. */
export async function suggestNextPlace(last: string, extension: OutputExtension, now: Date): Promise<string> {
  return await suggestFolder(dirname(last), stemOf(last), now, extension);
}

/** Removes a reserved folder that is still empty; one that can't be removed does no harm. */
export async function releaseFolder(path: string): Promise<void> {
  await fs.rmdir(path).catch(() => undefined);
}

/** Name of a dump before a time was appended: `/b/shop-2026-11-20-1635` → `shop`. */
export function stemOf(path: string): string {
  const name = basename(path);
  return (scriptStem(name) ?? name).replace(/-\d{4}-\d{2}-\d{2}-\d{4}(-\d+)?$/, '');
}

/** Names of schemas may hold anything; a folder's name holds what every file system takes. */
function safeName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_+,-]+/gu, '-').replace(/^-+|-+$/g, '');
  return Array.from(safe).slice(0, 60).join('') || 'dump';
}

function minuteOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}`;
}

async function exists(path: string): Promise<boolean> {
  // A link that leads nowhere takes its name, too.
  return await fs.lstat(path).then(
    () => true,
    () => false,
  );
}
