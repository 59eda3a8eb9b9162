import { SetupError } from '../../build/setup/command.mjs';

/**
 * Fails where a contender did not bring all rows: a benchmark of something that loses rows is none.
 * @param query runs SQL text on the target  @param rows per table
 */
export async function assertWhole(contender, query, schema, rows) {
  const counts = Object.keys(rows).map((table) => `SELECT '${table}', COUNT(*) FROM ${schema}.${table}`);
  const lines = (await query(counts.join(' UNION ALL '))).trim().split('\n');
  const found = new Map(lines.map((line) => line.split('\t')));
  for (const [table, count] of Object.entries(rows))
    if (Number(found.get(table)) !== count)
      throw new SetupError(`${contender} carried ${found.get(table) ?? 0} of ${count} rows of ${table}.`);
}
