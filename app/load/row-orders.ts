import { SluiceError } from '../contract/failure';
import type { Addon } from '../engine/addon';
import { toFailure } from '../engine/failures';
import type { TargetRun } from '../target/context';
import { decideOrder, runBytes, wholePart, type RowOrder } from '../target/rows/row-order';
import type { PreparedSchema, PreparedTable } from '../target/tables/prepared-table';
import { rowText } from '../text/target/rows';

/** A row may take so much of a run: others have room beside it. */
const MOST_OF_RUN = 1 / 4;

/** Decides for each table the order in which its rows are loaded. Reads the rows of those that are sorted in several ranges. */
export async function withRowOrders(
  engine: Addon,
  run: TargetRun,
  schemas: readonly PreparedSchema[],
): Promise<readonly PreparedSchema[]> {
  const ordered: PreparedSchema[] = [];
  for (const schema of schemas) {
    const tables: PreparedTable[] = [];
    for (const table of schema.tables) tables.push({ ...table, order: await orderOf(engine, run, table) });
    ordered.push({ ...schema, tables });
  }
  return ordered;
}

async function orderOf(
  engine: Addon,
  { options, method, dump: { directory }, hooks }: TargetRun,
  { dump, schema }: PreparedTable,
): Promise<RowOrder> {
  const wish = { ...options, method: method.kind };
  const decision = decideOrder(dump, wish);
  const name = `${schema}.${dump.name}`;
  if (decision.reason !== null) hooks.log('info', decision.reason, name);
  if (decision.kind === 'as-dumped') return decision;
  const { kind, reason, key, ranges } = decision;
  if (ranges === 1) return { kind, reason, key, bounds: [] };
  hooks.cancellation.throwIfCancelled();
  const found = await engine.keyBounds(directory, wholePart(dump, key), ranges);
  if ('code' in found) throw SluiceError.from({ ...toFailure(found), table: name });
  if (found.longestRow > runBytes(wish) * MOST_OF_RUN) {
    const why = rowText.rowTooLong({ bytes: found.longestRow });
    const unsorted = rowText.notSorted({ share: dump.disorder?.share ?? 0, why });
    hooks.log('info', unsorted, name);
    return { kind: 'as-dumped', reason: unsorted };
  }
  return { kind, reason, key, bounds: found.bounds.map((bound) => bound.toString('hex')) };
}
