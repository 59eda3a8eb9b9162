import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './step.mjs';

/**
 * Runs `work` while no other set-up holds `file`. A lock whose holder is dead is taken over.
 * It spares double work; what must be whole is made whole by renaming, lock or no lock.
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  let announced = false;
  while (!tryTake(file)) {
    if (!announced) say(`  waiting for another set-up (process ${holderOf(file) ?? '?'})`);
    announced = true;
    await sleep(250);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = holderOf(file);
  if (holder !== null && !isAlive(holder)) rmSync(file, { force: true });
  return false;
}

function holderOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
