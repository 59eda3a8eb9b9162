import { promises as fs } from 'fs';
import { join } from 'path';
import { parseVersion } from '../../catalog/server/server';
import type { Vendor } from '../../contract/connections/connection';
import { manifestSchema, type Manifest } from '../documents';
import { DONE_FILE, MANIFEST_FILE } from '../names';
import { readRegularFile } from './regular-file';

/** A finished dump among the folders of a place. */
export interface ListedDump {
  readonly path: string;
  /** By the clock of the machine that dumped, as if in this one's time zone. */
  readonly begunAt: number;
  readonly serverVersion: string;
  readonly vendor: Vendor;
  /** Bytes of all its files. */
  readonly storedBytes: number;
}

/**
 * Lists the finished dumps of Sluice and of MySQL Shell in the folders of `place`, the newest first, at most `most`. None
 * where there is no such place. What can't be read is not listed.
 */
export async function listDumps(place: string, most: number): Promise<readonly ListedDump[]> {
  const entries = await fs.readdir(place, { withFileTypes: true }).catch(() => []);
  const found: (Omit<ListedDump, 'storedBytes'> & { readonly names: readonly string[] })[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const path = join(place, name);
    const names = await fs.readdir(path).catch((): string[] => []);
    if (!names.includes(MANIFEST_FILE) || !names.includes(DONE_FILE)) continue;
    const manifest = await manifestAt(join(path, MANIFEST_FILE));
    const begunAt = manifest === null ? NaN : momentOf(manifest.begin);
    if (manifest === null || Number.isNaN(begunAt)) continue;
    const { serverVersion } = manifest;
    found.push({ path, begunAt, serverVersion, vendor: parseVersion(serverVersion).vendor, names });
  }
  found.sort((a, b) => b.begunAt - a.begunAt || b.path.localeCompare(a.path));
  const listed: ListedDump[] = [];
  for (const { names, ...dump } of found.slice(0, most))
    listed.push({ ...dump, storedBytes: await bytesOf(dump.path, names) });
  return listed;
}

async function manifestAt(file: string): Promise<Manifest | null> {
  try {
    return manifestSchema.parse(JSON.parse((await readRegularFile(file)).toString('utf8')));
  } catch {
    return null;
  }
}

/** The moment of a `YYYY-MM-DD hh:mm:ss`; NaN for anything else. */
function momentOf(begin: string): number {
  return new Date(begin.replace(' ', 'T')).getTime();
}

async function bytesOf(folder: string, names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    const stats = await fs.stat(join(folder, name)).catch(() => null);
    bytes += stats?.isFile() === true ? stats.size : 0;
  }
  return bytes;
}
