import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { messageOf } from '../engine/failures';
import { convertFailures } from '../text/convert';
import { assertFree, hiddenFolderBeside, removeFolder } from './output';
import type { ConvertPlace } from './request';

/**
 * Calls `work` with the name of a folder for a dump that is only converted: beside the output, so that it has the same
 * room, or among the temporary files. It is gone afterwards, whatever happens. Fails at once where the output exists.
 */
export async function withWorkFolder<T>(
  place: ConvertPlace,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  if (place.kind === 'path') await assertFree(place.path);
  const outer = await (place.kind === 'path' ? hiddenFolderBeside(place.path, 'dump') : temporaryFolder());
  const folder = join(outer, 'dump');
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
    await removeFolder(outer);
  }
}

async function temporaryFolder(): Promise<string> {
  return await fs.mkdtemp(join(tmpdir(), 'sluice-dump-')).catch((error: unknown) => {
    throw convertFailures.notWritable({ folder: tmpdir(), reason: messageOf(error) });
  });
}
