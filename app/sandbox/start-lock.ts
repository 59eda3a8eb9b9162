import { randomBytes } from 'crypto';
import { promises as fs } from 'fs';
import { z } from 'zod';
import { ignoreMissing } from './folders';
import { identifySelf, isRunning } from '../storage/process-identity';

const RETRY_EVERY_MS = 100;
const holderSchema = z.object({ pid: z.number().int(), began: z.string() });

/**
 * Runs `work` while no other process holds the lock `file`: starting a server and filling it takes minutes, so the lock
 * does not expire; its holder is checked for being alive instead.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const self = JSON.stringify(await identifySelf());
  while (!(await tryTake(file, self))) await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
  try {
    return await work();
  } finally {
    await fs.unlink(file).catch(ignoreMissing);
  }
}

async function tryTake(file: string, self: string): Promise<boolean> {
  // Linked into place with its content: nobody ever sees a lock without its holder's name.
  const own = uniqueName(file);
  await fs.writeFile(own, self, { mode: 0o600 });
  const taken = await tryLink(own, file);
  await fs.unlink(own);
  if (!taken && !(await holderLives(file))) await removeAbandoned(file);
  return taken;
}

/**
 * Removes an abandoned lock. Another process may have found the same dead holder and hold the lock by now: the lock
 * that was moved away is checked again, and moved back if its holder is alive.
 */
async function removeAbandoned(file: string): Promise<void> {
  const aside = uniqueName(file);
  try {
    await fs.rename(file, aside);
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return;
  }
  if (await holderLives(aside)) await tryLink(aside, file);
  await fs.unlink(aside);
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await fs.link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderLives(file: string): Promise<boolean> {
  try {
    return await isRunning(holderSchema.parse(JSON.parse(await fs.readFile(file, 'utf8'))));
  } catch {
    return false;
  }
}

function uniqueName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}`;
}
