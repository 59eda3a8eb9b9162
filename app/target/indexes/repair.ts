import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { Failure, SluiceError } from '../../contract/failure';
import type { RunHooks } from '../../engine/hooks';
import type { ReconnectingSession } from '../session/reconnecting-session';
import { findLost, type BuiltTable, type LostIndex } from './probe';
import { buildBatches } from './batches';
import { indexFailures, indexText } from '../../text/target/indexes';

/**
 * Builds deferred indexes again, once, that a server has lost, and returns a warning for each. To be called before
 * foreign keys are added: one that needs the index could not be added, and its index could not be dropped. Fails with
 * `definition-differs` where an index still can't be read.
 */
export async function repairIndexes(
  reconnecting: ReconnectingSession,
  tables: readonly BuiltTable[],
  hooks: Pick<RunHooks, 'cancellation' | 'log' | 'retried'>,
): Promise<readonly Failure[]> {
  const warnings: Failure[] = [];
  for (const table of tables) {
    hooks.cancellation.throwIfCancelled();
    const lost = await reconnecting.withRetry((session) => findLost(session, table));
    if (lost.length === 0) continue;
    for (const index of lost) {
      hooks.retried();
      hooks.log('warning', indexText.rebuilding(wordsOf(index)), nameOf(table));
    }
    await reconnecting.withRetry(async (session) => {
      for (const statement of repairStatements(table)) await session.run(statement);
    });
    const [still] = await reconnecting.withRetry((session) => findLost(session, table));
    if (still !== undefined) throw notRepaired(table, still);
    warnings.push(...lost.map((index) => rebuiltWarning(table, index)));
  }
  return warnings;
}

/**
 * Drops the deferred indexes that were built, and builds them again in order. Where a definition has an index that
 * InnoDB has not, MariaDB changes the table by a copy only (error 1846, measured on 10.11): without these indexes the
 * copy is made in the order of the rows, as dense as they were loaded. All of it can be repeated after a lost
 * connection.
 */
function repairStatements({ schema, dump, indexes }: BuiltTable): readonly string[] {
  const quoted = quoteTable(schema, dump.name);
  const drops = indexes.deferred.map(({ name }) => `DROP KEY IF EXISTS ${quoteName(name)}`);
  return [
    `ALTER TABLE ${quoted} ${drops.join(', ')}, ALGORITHM=COPY`,
    ...buildBatches(quoted, indexes.deferred).map(({ statement }) => statement),
  ];
}

function wordsOf({ name, failure }: LostIndex): { readonly name: string; readonly reason: string } {
  return { name, reason: failure.message };
}

function rebuiltWarning(table: BuiltTable, index: LostIndex): Failure {
  return indexFailures.rebuilt(wordsOf(index), { table: nameOf(table) }).failure;
}

function notRepaired(table: BuiltTable, index: LostIndex): SluiceError {
  const { statement } = index.failure;
  const quoted = quoteTable(table.schema, table.dump.name);
  const drop = `ALTER TABLE ${quoted} DROP KEY ${quoteName(index.name)}`;
  return indexFailures.stillLost(
    { ...wordsOf(index), drop },
    { table: nameOf(table), ...(statement !== undefined && { statement }) },
  );
}

function nameOf({ schema, dump }: BuiltTable): string {
  return `${schema}.${dump.name}`;
}
