import { settleAll } from '../../catalog/collections/settle';

/**
 * Works on up to `width` items at once and hands each one's result to `take` in the items' order. After the first
 * failure no new item starts; rejects with it when the running ones have ended.
 */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
  take: (result: Result) => void,
): Promise<void> {
  const running: Promise<Result>[] = [];
  try {
    for (const item of items) {
      if (running.length === width) await takeFirst(running, take);
      const started = work(item);
      // A failure before its turn is handled at its turn; an unhandled rejection would end the process.
      started.catch(() => undefined);
      running.push(started);
    }
    while (running.length > 0) await takeFirst(running, take);
  } catch (error) {
    await settleAll(running).catch(() => undefined);
    throw error;
  }
}

async function takeFirst<Result>(running: Promise<Result>[], take: (result: Result) => void): Promise<void> {
  const [first] = running;
  if (first === undefined) return;
  const result = await first;
  void running.shift();
  take(result);
}

/** More at once would save nothing that could be measured. */
const MOST_IN_BATCH = 64;

/** Splits the items into batches of 1, 2, 4 and so on, so that the first is ready at once and the rest go together. */
export function growingBatches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = [];
  let start = 0;
  for (let size = 1; start < items.length; size = Math.min(2 * size, MOST_IN_BATCH)) {
    batches.push(items.slice(start, start + size));
    start += size;
  }
  return batches;
}
