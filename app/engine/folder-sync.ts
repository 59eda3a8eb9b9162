import { SluiceError } from '../contract/failure';
import type { Addon } from './addon';
import { toFailure } from './failures';

/** Resolves when all files of a flat folder are on the disk; rejects with `disk-full` or `file-failed`. */
export async function syncFolder(engine: Addon, folder: string): Promise<void> {
  const failure = await engine.syncFolder(folder);
  if (failure !== null) throw SluiceError.from(toFailure(failure));
}
