import type { ControlSession } from '../catalog/session/control-session';
import { groupBy } from '../catalog/collections/group-by';
import { quoteTable } from '../catalog/text/quote';

/** InnoDB's name for the clustered index of a table without a suitable key. */
const HIDDEN_CLUSTERED = 'GEN_CLUST_INDEX';

/**
 * Reads the names of a table's B-trees, the clustered one first: that is the primary key, else the first unique key
 * without NULL, else a hidden one (MySQL manual, "Clustered and Secondary Indexes"). The server lists keys in this
 * order.
 */
export async function readIndexNames(
  session: ControlSession,
  schema: string,
  table: string,
): Promise<readonly string[]> {
  const rows = await session.rows(`SHOW INDEX FROM ${quoteTable(schema, table)}`);
  const trees = rows.filter(({ Index_type: type }) => type !== 'FULLTEXT' && type !== 'SPATIAL');
  const keys = [...groupBy(trees, ({ Key_name: name }) => name ?? '')];
  const [first] = keys;
  const isClustered = first?.[1].every((part) => part.Non_unique === '0' && part.Null === '') ?? false;
  const names = keys.map(([name]) => name);
  return isClustered ? names : [HIDDEN_CLUSTERED, ...names];
}
