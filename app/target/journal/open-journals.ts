import type { ControlSession } from '../../catalog/session/control-session';
import { failureOf } from '../../engine/failures';
import { LoadJournal } from './journal';
import { journalSchemas } from './journal-table';

/** Opens the journals on a server that this version reads, except those that a crash left without a header. */
export async function openJournals(session: ControlSession): Promise<readonly LoadJournal[]> {
  const found: LoadJournal[] = [];
  for (const schema of await journalSchemas(session)) {
    const journal = await openOwn(session, schema);
    if (journal !== null) found.push(journal);
  }
  return found;
}

async function openOwn(session: ControlSession, schema: string): Promise<LoadJournal | null> {
  try {
    return await LoadJournal.open(session, schema);
  } catch (error) {
    // A journal of another version has none of this version's loads; where it blocks one, that load is refused.
    if (failureOf(error).code === 'load-unfinished') return null;
    throw error;
  }
}
