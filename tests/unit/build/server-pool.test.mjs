import { expect, it } from 'vitest';
import { ServerPool } from '../../../build/test/server-pool.mjs';

/** Servers that only say what became of them. */
function farm() {
  const all = [];
  const start = async () => {
    const servers = { number: all.length, isStopped: false, isWell: true };
    servers.stop = async () => void (servers.isStopped = true);
    all.push(servers);
    return servers;
  };
  return { all, pool: new ServerPool(start, ({ isWell }) => isWell) };
}

it('never hands out servers that were used', async () => {
  const { all, pool } = farm();
  const first = await pool.take();
  await pool.giveBack(first);
  const second = await pool.take();
  expect([first.isStopped, second.isStopped, second.number, all.length]).toEqual([true, false, 1, 2]);
});

it('holds others ready for those that came back', async () => {
  const { all, pool } = farm();
  await pool.giveBack(await pool.take());
  expect(all).toHaveLength(2);
  expect(pool.isUsed).toBe(false);
});

it('gives each caller servers of its own', async () => {
  const { pool } = farm();
  const [one, other] = await Promise.all([pool.take(), pool.take()]);
  expect(one).not.toBe(other);
});

it('passes over servers that died while they waited', async () => {
  const { all, pool } = farm();
  await pool.giveBack(await pool.take());
  all[1].isWell = false;
  expect((await pool.take()).number).toBe(2);
  expect(all[1].isStopped).toBe(true);
});

it('tries again where servers could not be held ready', async () => {
  let count = 0;
  const start = async () => {
    count += 1;
    if (count === 2) throw new Error('no room');
    return { stop: async () => undefined };
  };
  const pool = new ServerPool(start, () => true);
  await pool.giveBack(await pool.take());
  await pool.take();
  expect(count).toBe(3);
});

it('stops all at its end, also what is in use', async () => {
  const { all, pool } = farm();
  await pool.giveBack(await pool.take());
  await pool.take();
  await pool.take();
  await pool.end();
  expect(all.map(({ isStopped }) => isStopped)).toEqual([true, true, true]);
});
