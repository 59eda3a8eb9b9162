import { promises as fs } from 'fs';
import type { Addon } from '../engine/addon';
import { folderFailures } from '../text/format/folder';
import { HEAD_BYTES, type DumpFormat, type DumpPlace } from './format';
import { mydumperFormat } from './mydumper/format';
import { MANIFEST_FILE } from './names';
import type { DumpFolder } from './read/dump';
import { folderFormat } from './read/format';
import { unopened } from './read/reader';
import { scriptFormat } from './script/format';

/** All formats; the first that recognizes a dump reads it. */
const FORMATS: readonly DumpFormat[] = [folderFormat, mydumperFormat, scriptFormat];

/**
 * Opens a dump that is not being written, in whichever format it is. Fails with `not-a-dump` or `dump-unsupported`;
 * damage is collected in its `problems` instead.
 */
export async function openDump(path: string, engine: Addon): Promise<DumpFolder> {
  const place = await placeAt(path);
  const format = FORMATS.find(({ recognizes }) => recognizes(place));
  if (format !== undefined) return await format.read(place, engine);
  if (place.kind === 'file') throw folderFailures.isFile({ path });
  throw folderFailures.noManifest({ path, manifest: MANIFEST_FILE });
}

async function placeAt(path: string): Promise<DumpPlace> {
  try {
    const isFolder = (await fs.stat(path)).isDirectory();
    return isFolder
      ? { kind: 'folder', path, names: await fs.readdir(path) }
      : { kind: 'file', path, head: await headOf(path) };
  } catch (error) {
    throw unopened(path, error);
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await fs.open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
