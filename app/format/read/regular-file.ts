import { constants, promises as fs } from 'fs';
import { damageText } from '../../text/format/damage';

/** To open a pipe waits for whoever writes into it, unless it is opened so. */
const TO_READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** Opens a file of a dump to read it. Fails where a folder, a pipe or a device is in its place, whose reading might never end. */
export async function openRegularFile(path: string): Promise<fs.FileHandle> {
  const file = await fs.open(path, TO_READ);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error(damageText.notAFile);
}

/** Reads a file of a dump whole; fails as {@link openRegularFile} does. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
