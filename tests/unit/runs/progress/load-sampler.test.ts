import { describe, expect, it } from 'vitest';
import type { Cancellation } from '../../../../app/engine/cancellation';
import type { Observation } from '../../../../app/inspect/observe';
import { keyOf, LoadSampler } from '../../../../app/runs/progress/load-sampler';
import type { LoadedTable } from '../../../../app/load/request';

const [a, b, c] = ['a', 'b', 'c'].map((table) => ({ schema: 's', table, bytes: 1 })) as [
  LoadedTable,
  LoadedTable,
  LoadedTable,
];
const SEEN = { kind: 'seen', takenAt: '' } as Observation;
const all = (tables: readonly LoadedTable[]) => tables;

/** Looks that end only when they are told to, each with what the test gives for its tables. */
class HeldLooks {
  readonly asked: (readonly string[])[] = [];
  cancellation: Cancellation | null = null;
  #end: ((observations: readonly Observation[]) => void) | null = null;

  readonly look = (tables: readonly LoadedTable[], _: number, cancellation: Cancellation) => {
    this.asked.push(tables.map(({ table }) => table));
    this.cancellation = cancellation;
    return new Promise<readonly Observation[]>((resolve) => (this.#end = resolve));
  };

  async end(...observations: readonly Observation[]): Promise<void> {
    this.#end?.(observations);
    await settled();
  }
}

/** Everything that waits for nothing but promises is through. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('looks along with a load', () => {
  it('looks at the chosen tables as they come in, one look at a time', async () => {
    const held = new HeldLooks();
    const looks = new LoadSampler(held.look, (tables) => tables.filter((table) => table !== b), 60_000);
    looks.started([a, b, c]);
    looks.loaded(b);
    await settled();
    expect(held.asked).toEqual([]);
    looks.loaded(a);
    await settled();
    looks.loaded(c);
    await settled();
    expect(held.asked).toEqual([['a']]);
    await held.end(SEEN);
    expect(held.asked).toEqual([['a'], ['c']]);
    const seen = looks.observations();
    await held.end(SEEN);
    expect([...(await seen).keys()]).toEqual([keyOf(a), keyOf(c)]);
  });

  it('takes all that wait together, and keeps only what was seen', async () => {
    const held = new HeldLooks();
    const looks = new LoadSampler(held.look, all, 60_000);
    looks.started([a, b, c]);
    for (const table of [a, b, c]) looks.loaded(table);
    await settled();
    expect(held.asked).toEqual([['a', 'b', 'c']]);
    await held.end(SEEN, { kind: 'skipped', reason: 'locked' }, SEEN);
    expect([...(await looks.observations()).keys()]).toEqual([keyOf(a), keyOf(c)]);
    expect(looks.told.get(keyOf(b))).toEqual({ kind: 'skipped', reason: 'locked' });
  });

  it('begins no look when their time is up, or when it was stopped', async () => {
    const late = new HeldLooks();
    const without = new LoadSampler(late.look, all, 0);
    without.started([a]);
    without.loaded(a);
    expect((await without.observations()).size).toBe(0);
    expect(late.asked).toEqual([]);

    const held = new HeldLooks();
    const looks = new LoadSampler(held.look, all, 60_000);
    looks.started([a, b]);
    looks.loaded(a);
    await settled();
    looks.loaded(b);
    const stopped = looks.stop();
    expect(held.cancellation?.cancelled).toBe(true);
    await held.end({ kind: 'skipped', reason: 'no time' });
    await stopped;
    expect(held.asked).toEqual([['a']]);
  });
});
