import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';

/** A folder under `place` that does not exist yet, named after `name` and the minute: `shop-2026-11-20-1635`. */
export async function suggestFolder(place: string, name: string, now: Date): Promise<string> {
  const stem = join(place, `${safeName(name)}-${minuteOf(now)}`);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? stem : `${stem}-${number}`;
    if (!(await exists(path))) return path;
  }
}

/** For another dump of the same: beside the last one, under its name with the time of now. */
export async function nextFolder(last: string, now: Date): Promise<string> {
  return await suggestFolder(dirname(last), stemOf(last), now);
}

/** The name that a dump's folder had before a time was put behind it: `/b/shop-2026-11-20-1635` → `shop`. */
export function stemOf(folder: string): string {
  return basename(folder).replace(/-\d{4}-\d{2}-\d{2}-\d{4}(-\d+)?$/, '');
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
  return await fs.access(path).then(
    () => true,
    () => false,
  );
}
