import { promises as fs } from 'fs';
import { dirname } from 'path';

/**
 * Replaces the content of `file` so that a reader, also after a power cut, sees the old content or the new one whole.
 * The file is for its owner's eyes only (0600). One writer at a time: hold the file's lock.
 */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const fresh = `${file}.new`;
  try {
    await writeSynced(fresh, content);
    await fs.rename(fresh, file);
  } catch (error) {
    await fs.unlink(fresh).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(file));
}

async function writeSynced(file: string, content: string | Buffer): Promise<void> {
  const handle = await fs.open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename durable. Windows can't open a folder, and keeps its directory safe by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
