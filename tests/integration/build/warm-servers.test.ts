import { existsSync, mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { createConnection } from 'mysql2/promise';
import { afterAll, expect, it } from 'vitest';
import { stopKeeper, takeWarmServers } from '../../../build/test/warm-servers.mjs';
import { variableOf, type TestServer } from '../../servers/test-server';

const folder = mkdtempSync(join(tmpdir(), 'sluice-keeper-'));
/** Keeper of a checkout of its own: no other one is met. */
const keeping = { socket: join(folder, 'keeper.sock'), idleMs: 600_000 };

afterAll(async () => {
  await stopKeeper(keeping);
  rmSync(folder, { recursive: true, force: true });
});

it('hands out unused servers from one keeper', async () => {
  const first = await takeWarmServers(keeping);
  await run(first, 'CREATE DATABASE left_behind');
  await first.stop();
  const second = await takeWarmServers(keeping);
  expect(second.keeper).toBe(first.keeper);
  expect(await run(second, "SHOW DATABASES LIKE 'left%'")).toEqual([]);
  await second.stop();
  await expect.poll(() => pidsOf(first).some(isAlive)).toBe(false);
});

it('leaves no server when its keeper is killed, and the next call starts another', async () => {
  const held = await takeWarmServers(keeping);
  process.kill(held.keeper, 'SIGKILL');
  await expect.poll(() => pidsOf(held).some(isAlive)).toBe(false);
  const next = await takeWarmServers(keeping);
  expect(next.keeper).not.toBe(held.keeper);
  expect(await run(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await next.stop();
});

it('ends with all servers when it is stopped, also those in use', async () => {
  const held = await takeWarmServers(keeping);
  expect(await stopKeeper(keeping)).toBe(true);
  await expect.poll(() => [held.keeper, ...pidsOf(held)].some(isAlive)).toBe(false);
  expect(existsSync(keeping.socket)).toBe(false);
  expect(await stopKeeper(keeping)).toBe(false);
});

it('ends when no call has come for long enough', async () => {
  const hasty = { socket: join(folder, 'hasty.sock'), idleMs: 1 };
  const held = await takeWarmServers(hasty);
  expect(pidsOf(held).every(isAlive)).toBe(true);
  await held.stop();
  await expect.poll(() => [held.keeper, ...pidsOf(held)].some(isAlive)).toBe(false);
});

interface Held {
  readonly variables: Readonly<Record<string, string>>;
}

function pidsOf({ variables }: Held): number[] {
  return Object.values(variables).map((text) => (JSON.parse(text) as TestServer).pid);
}

async function run(held: Held, statement: string): Promise<unknown> {
  const { host, port, user, password } = JSON.parse(held.variables[variableOf('mysql')] ?? '') as TestServer;
  const connection = await createConnection({ host, port, user, password });
  try {
    const [rows] = await connection.query(statement);
    return rows;
  } finally {
    await connection.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
