import type { Asker } from '../session/answers';
import type { ControlSession } from '../session/control-session';

/** Most objects of one call: their answers are held together. More at once would save nothing that could be measured. */
const MOST_IN_CALL = 64;

/**
 * Reads objects in their order. What `statementsOf` names is asked for ahead, in one call for many objects where the
 * session takes many statements; `read` gets the answers, and asks for anything else.
 */
export async function readEach<Item, Result>(
  session: ControlSession,
  items: readonly Item[],
  statementsOf: (item: Item) => readonly string[],
  read: (item: Item, ask: Asker) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += MOST_IN_CALL) {
    const some = items.slice(at, at + MOST_IN_CALL);
    const ask = await session.askAhead(some.flatMap(statementsOf));
    for (const item of some) results.push(await read(item, ask));
  }
  return results;
}
