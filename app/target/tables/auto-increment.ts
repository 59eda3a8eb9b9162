import { counterOf } from '../../catalog/definition/definition';
import { quoteTable } from '../../catalog/text/quote';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import type { TargetRun } from '../context';
import type { PreparedTable } from './prepared-table';

/**
 * Raises the AUTO_INCREMENT counters of tables that a resumed run created to the source's: TRUNCATE reset them, or the
 * source has advanced. A counter is never lowered below its rows (MySQL and MariaDB manuals, ALTER TABLE).
 */
export async function raiseCounters(
  { session, journal, dump }: Pick<TargetRun, 'session' | 'journal' | 'dump'>,
  tables: readonly PreparedTable[],
): Promise<void> {
  const created = await journal.createdTables(session);
  for (const table of tables) {
    const quoted = quoteTable(table.schema, table.dump.name);
    if (!created.has(quoted)) continue;
    const script = splitScript(await readScript(dump, `${table.dump.stem}.sql`));
    const counter = script.map(counterOf).find((found) => found !== null);
    if (counter !== undefined) await session.run(`ALTER TABLE ${quoted} AUTO_INCREMENT = ${counter}`);
  }
}
