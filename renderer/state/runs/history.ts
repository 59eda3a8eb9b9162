import { create } from 'zustand';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import { text } from '../../text';
import { failureOf, request } from '../remote/bridge';
import { showLoadDraft, showMigrateDraft } from '../app/navigation';
import { absent, failed, ready, type Remote } from '../remote/remote';
import { openRun } from './runs';
import { notify } from '../app/toasts';
import { withPassword } from '../servers/unlock';

interface HistoryState {
  readonly entries: Remote<readonly HistoryEntry[]>;
}

/** The history as it was last read: what other windows and command lines add is seen when it is read again. */
export const useHistory = create<HistoryState>(() => ({ entries: absent }));

export async function readHistory(): Promise<void> {
  try {
    useHistory.setState({ entries: ready(await request('history/list', null)) });
  } catch (thrown) {
    useHistory.setState({ entries: failed(failureOf(thrown)) });
  }
}

/** Tells of the runs that a crash cut off. It stays until it is dismissed. */
export function notifyInterrupted(entries: readonly HistoryEntry[]): void {
  const [first] = entries;
  if (first === undefined) return;
  const { interruptedOne, interruptedMany, interruptedDetail } = text.history;
  const title = entries.length === 1 ? interruptedOne(first, first.title) : interruptedMany(entries.length);
  notify('failed', title, { detail: interruptedDetail(entries.length), history: true });
}

/** Does a run again; a load or a migration is set up again instead, for a look at what it would change. */
export async function repeat({
  runId,
  kind,
  profileId,
}: Pick<HistoryEntry, 'runId' | 'kind' | 'profileId'>): Promise<void> {
  if (kind === 'load') {
    showLoadDraft(await request('history/load-draft', { runId }));
    return;
  }
  if (kind === 'migrate') {
    showMigrateDraft(await request('history/migrate-draft', { runId }));
    return;
  }
  const again = () => request('history/repeat', { runId });
  await openRun(profileId === null ? again : () => withPassword(profileId, again));
}
