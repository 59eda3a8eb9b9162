import { SluiceError } from '../contract/failure';
import type { Addon, EngineNewFile } from './addon';
import type { EngineFailure } from './events';
import { toFailure } from './failures';

/**
 * Writes whole new files into a folder, for the owner only; they become durable with `syncFolder`. Rejects with
 * `disk-full` or `file-failed` for the first that fails. One call for many files: what a file costs Node is many times
 * what it costs the system.
 */
export async function writeFiles(
  engine: Addon,
  folder: string,
  files: readonly EngineNewFile[],
): Promise<void> {
  throwFailure(await engine.writeFiles(folder, files));
}

/** Resolves when all files of a flat folder are on the disk; rejects with `disk-full` or `file-failed`. */
export async function syncFolder(engine: Addon, folder: string): Promise<void> {
  throwFailure(await engine.syncFolder(folder));
}

function throwFailure(failure: EngineFailure | null): void {
  if (failure !== null) throw SluiceError.from(toFailure(failure));
}
