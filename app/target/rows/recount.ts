import type { ControlSession } from '../../catalog/session/control-session';
import type { TargetRun } from '../context';
import { tableFailures } from '../../text/target/tables';
import { countExistingRows } from '../existing/append';
import type { PreparedTable } from '../tables/prepared-table';
import type { CountedRows } from '../tables/verify-tables';

/**
 * Counts the rows of all tables again where the session was lost since they were counted: a server that does not sync each
 * commit may have come back without some of them. Fails with `commits-lost` for a table that holds fewer rows than before.
 *
 * @param openings number of sessions when they were counted
 */
export async function recountAfterLoss(
  { reconnecting, hooks }: Pick<TargetRun, 'reconnecting' | 'hooks'>,
  openings: number,
  tables: readonly PreparedTable[],
  counted: CountedRows,
): Promise<void> {
  if (reconnecting.openings === openings) return;
  await reconnecting.withRetry(async (session: ControlSession) => {
    for (const [id, { schema, dump }] of tables.entries()) {
      hooks.cancellation.throwIfCancelled();
      const before = counted.get(id) ?? 0;
      const found = await countExistingRows(session, schema, dump);
      const table = `${schema}.${dump.name}`;
      if (found < before) throw tableFailures.rowsLost({ found, before }, { table });
    }
  });
}
