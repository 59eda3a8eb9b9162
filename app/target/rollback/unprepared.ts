import { connect } from '../../catalog/connect/connect';
import type { Endpoint } from '../../catalog/connect/endpoint';
import type { RunHooks } from '../../engine/hooks';
import type { LoadJournal } from '../journal/journal';
import { endEarlierLanes } from '../session/claim';
import { leaveBinlog } from '../session/replication';
import { rollbackIfPossible } from './created-objects';

/**
 * Rolls back a run whose tables were not all prepared: no row is lost by it.
 *
 * @returns false where the target could not be reached, or something could not be removed
 */
export async function rollbackUnprepared(
  request: { readonly endpoint: Endpoint },
  journal: LoadJournal,
  hooks: RunHooks,
): Promise<boolean> {
  // On a session of its own: the load's may be what broke, or be killed by a cancel.
  const session = await connect(request.endpoint).catch(() => null);
  if (session === null) return false;
  try {
    await leaveBinlog(session, journal.header.options);
    // A lost session may still be creating a table.
    await endEarlierLanes(session, journal);
    const isGone = await rollbackIfPossible(session, journal, hooks);
    if (isGone) hooks.leavesTarget('rolled-back');
    return isGone;
  } finally {
    await session.close();
  }
}
