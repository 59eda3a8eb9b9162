import { describe, expect, it } from 'vitest';
import { growingBatches, inOrder } from '../../../../app/source/definitions/in-order';

/** Work whose items end when the test says so. */
function handMadeWork() {
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const work = (item: number) =>
    new Promise<number>((resolve, reject) => {
      ends.set(item, { resolve: () => resolve(item * 10), reject });
    });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { ends, work, settled };
}

describe('inOrder', () => {
  it('takes results in the order of the items, however they end', async () => {
    const { ends, work, settled } = handMadeWork();
    const taken: number[] = [];
    const done = inOrder([1, 2, 3], 3, work, (result) => taken.push(result));
    await settled();
    ends.get(3)?.resolve();
    ends.get(2)?.resolve();
    await settled();
    expect(taken).toEqual([]);
    ends.get(1)?.resolve();
    await done;
    expect(taken).toEqual([10, 20, 30]);
  });

  it('begins no more than so many at once', async () => {
    const { ends, work, settled } = handMadeWork();
    const done = inOrder([1, 2, 3], 2, work, () => undefined);
    await settled();
    expect([...ends.keys()]).toEqual([1, 2]);
    for (const item of [1, 2, 3]) {
      ends.get(item)?.resolve();
      await settled();
    }
    await done;
  });

  it('fails only when what runs has ended, and begins nothing new', async () => {
    const { ends, work, settled } = handMadeWork();
    let failed = false;
    const done = inOrder([1, 2, 3], 2, work, () => undefined).catch((error: unknown) => {
      failed = true;
      return error;
    });
    await settled();
    ends.get(1)?.reject(new Error('no room'));
    await settled();
    expect(failed).toBe(false);
    ends.get(2)?.resolve();
    expect(await done).toEqual(new Error('no room'));
    expect([...ends.keys()]).toEqual([1, 2]);
  });
});

describe('inOrder, where a later item fails first', () => {
  it('hands the failure to its caller alone', async () => {
    const { ends, work, settled } = handMadeWork();
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const done = inOrder([1, 2], 2, work, () => undefined).catch((error: unknown) => error);
      await settled();
      ends.get(2)?.reject(new Error('no room'));
      await settled();
      ends.get(1)?.resolve();
      expect(await done).toEqual(new Error('no room'));
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });
});

describe('growingBatches', () => {
  it('begins with one item, doubles up to a bound and leaves nothing out', () => {
    const items = Array.from({ length: 300 }, (_, at) => at);
    const batches = growingBatches(items);
    expect(batches.map(({ length }) => length)).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64, 45]);
    expect(batches.flat()).toEqual(items);
  });

  it('makes none of nothing', () => {
    expect(growingBatches([])).toEqual([]);
  });
});
