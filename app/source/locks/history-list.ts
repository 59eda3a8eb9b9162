import type { ControlSession } from '../../catalog/session/control-session';
import { readHistoryList } from '../../catalog/server/history-list';
import { failureOf } from '../../engine/failures';
import type { RunHooks } from '../../engine/hooks';
import { sourceText } from '../../text/source';

const INTERVAL_MS = 2000;

/**
 * Reports every two seconds how the snapshot makes the server's history list grow. Stops by itself where the account
 * may not read it or the session breaks: a dump does not fail for a missing figure. Returns a function that stops it
 * and resolves after the last read.
 */
export function watchHistoryList(session: ControlSession, hooks: RunHooks): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const read = async (): Promise<void> => {
    const history = await readHistoryList(session).catch((error: unknown) => {
      hooks.log('debug', sourceText.historyListUnreadable(failureOf(error).message));
      return null;
    });
    if (history === null || stopped) return;
    hooks.historyList(history);
    timer = setTimeout(() => {
      reading = read();
    }, INTERVAL_MS);
  };
  let reading = read();
  return async () => {
    stopped = true;
    if (timer !== null) clearTimeout(timer);
    await reading;
  };
}
