import type { ControlSession } from '../session/control-session';
import { NOT_SYSTEM } from './schemas';

/** Reads the tables whose engine has no transactions, as the server reports it: no snapshot holds their rows. */
export async function readNonTransactional(
  session: ControlSession,
): Promise<readonly { readonly schema: string; readonly name: string }[]> {
  const rows = await session.rows(
    `SELECT TABLE_SCHEMA AS s, TABLE_NAME AS t FROM information_schema.TABLES
     WHERE TABLE_SCHEMA ${NOT_SYSTEM} AND TABLE_TYPE = 'BASE TABLE'
       AND ENGINE NOT IN (SELECT ENGINE FROM information_schema.ENGINES WHERE TRANSACTIONS = 'YES')
     ORDER BY s, t`,
  );
  return rows.map(({ s, t }) => ({ schema: s ?? '', name: t ?? '' }));
}
