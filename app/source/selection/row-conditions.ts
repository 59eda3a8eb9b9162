import { quoteTable } from '../../catalog/text/quote';
import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import type { Selection } from '../../contract/runs/options';
import { sourceFailures } from '../../text/source';

type Condition = Selection['where'][number];
type Partitions = Selection['partitions'][number];

/** Refuses a second condition on the same table: it would be unclear whether both or either must hold. Pure. */
export function assertOneCondition(conditions: readonly Condition[]): void {
  const second = conditions.find(({ schema, table, condition }, at) =>
    conditions
      .slice(0, at)
      .some((before) => before.schema === schema && before.table === table && before.condition !== condition),
  );
  if (second === undefined) return;
  throw sourceFailures.secondCondition({ table: `${second.schema}.${second.table}` });
}

/** Merges the partition selections of each table, each partition once. Pure. */
export function byTable(wishes: readonly Partitions[]): readonly Partitions[] {
  const tables: Partitions[] = [];
  for (const { schema, table, partitions } of wishes) {
    const same = tables.findIndex((other) => other.schema === schema && other.table === table);
    const before = tables[same]?.partitions ?? [];
    const together = { schema, table, partitions: [...new Set([...before, ...partitions])] };
    if (same === -1) tables.push(together);
    else tables[same] = together;
  }
  return tables;
}

/** Reads the leaf partitions of a selection: a partition stands for all its subpartitions. */
export async function readLeaves(
  session: ControlSession,
  { schema, table, partitions }: Partitions,
): Promise<string[]> {
  const rows = await session.rows(
    `SELECT PARTITION_NAME AS p, COALESCE(SUBPARTITION_NAME, PARTITION_NAME) AS leaf
     FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND PARTITION_NAME IS NOT NULL
     ORDER BY PARTITION_ORDINAL_POSITION, SUBPARTITION_ORDINAL_POSITION`,
    [schema, table],
  );
  const missing = partitions.find((name) => !rows.some(({ p, leaf }) => p === name || leaf === name));
  if (missing !== undefined)
    throw sourceFailures.noPartition({ partition: missing }, { table: `${schema}.${table}` });
  return rows
    .filter(({ p, leaf }) => partitions.includes(p ?? '') || partitions.includes(leaf ?? ''))
    .map(({ leaf }) => leaf ?? '');
}

/**
 * Has the server parse the condition, inside parentheses and without them, so that it can neither open nor close any of
 * ours. LIMIT 0 ends the statement before it reads a row.
 */
export async function checkCondition(
  session: ControlSession,
  { schema, table, condition }: Condition,
): Promise<void> {
  const from = `SELECT 1 FROM ${quoteTable(schema, table)} WHERE`;
  try {
    await session.runTextOfUser(`${from} (${condition}\n) LIMIT 0`);
    await session.runTextOfUser(`${from} ${condition}\n LIMIT 0`);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') throw error;
    const { message, errno, sqlstate } = error.failure;
    throw sourceFailures.conditionRefused(
      { reason: message },
      { table: `${schema}.${table}`, statement: condition.slice(0, 500), errno, sqlstate },
    );
  }
}
