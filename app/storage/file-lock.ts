import { randomBytes } from 'crypto';
import { promises as fs } from 'fs';
import { storageFailures } from '../text/storage';

/** A holder writes for milliseconds; a lock this old was left behind, even where its number lives on in another process. */
const ABANDONED_AFTER_MS = 30_000;
const RETRY_EVERY_MS = 20;
const GIVE_UP_AFTER_MS = 45_000;

/**
 * Runs `work` while no other process or instance of Sluice holds the lock file `file`. A lock whose holder died is
 * taken over. Fails with `file-failed` when the lock can't be had.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${randomBytes(8).toString('hex')}`;
  await acquire(file, token);
  try {
    return await work();
  } finally {
    // Another process may have judged us dead and hold the lock by now: only our own is released.
    if ((await readToken(file)) === token) await unlinkIfExists(file);
  }
}

async function acquire(file: string, token: string): Promise<void> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    if (await createExclusively(file, token)) return;
    const held = await readToken(file);
    if (held !== null && (await isAbandoned(file, held))) {
      await removeAbandoned(file, held);
      continue;
    }
    if (Date.now() > deadline) {
      throw storageFailures.fileLockHeld({ file }, { retryable: true });
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
  }
}

/**
 * Removes the lock that bears `held`. Two processes may find the same dead holder: the claim lets one of them at a
 * time look again and remove, so that the slower one can't remove the new lock of the faster one.
 */
async function removeAbandoned(file: string, held: string): Promise<void> {
  const claim = `${file}.claim`;
  if (!(await createExclusively(claim, held))) {
    if (await isOld(claim)) await unlinkIfExists(claim);
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
    return;
  }
  try {
    if ((await readToken(file)) === held) await unlinkIfExists(file);
  } finally {
    await unlinkIfExists(claim);
  }
}

async function isAbandoned(file: string, token: string): Promise<boolean> {
  const pid = Number.parseInt(token, 10);
  // Empty: its holder is between creating and writing it, or died there.
  if (Number.isNaN(pid)) return await isOld(file);
  return !isAlive(pid) || (await isOld(file));
}

async function isOld(file: string): Promise<boolean> {
  try {
    return Date.now() - (await fs.stat(file)).mtimeMs > ABANDONED_AFTER_MS;
  } catch (error) {
    return ignoreMissing(error, false);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function createExclusively(file: string, token: string): Promise<boolean> {
  try {
    await fs.writeFile(file, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Made, but not written: on a full disk. Left behind it would hold everybody up.
    await unlinkIfExists(file);
    throw error;
  }
}

async function readToken(file: string): Promise<string | null> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    return ignoreMissing(error, null);
  }
}

async function unlinkIfExists(file: string): Promise<void> {
  try {
    await fs.unlink(file);
  } catch (error) {
    ignoreMissing(error, undefined);
  }
}

function ignoreMissing<T>(error: unknown, instead: T): T {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
  throw error;
}
