import { foldsTables } from '../../catalog/server/name-folding';
import type { Failure } from '../../contract/failure';
import type { TableVerdict } from '../../contract/runs/result';
import { createTableOf } from '../../format/read/create-table';
import type { TargetContext, TargetRun } from '../context';
import {
  assertOrphansOfSource,
  checkForeignKeys,
  knownTables,
  unprovedWarning,
  withKnownParents,
  type OrphanedKey,
} from './foreign-keys';
import { expectedRows, type PreparedTable } from './prepared-table';
import { readPresentDefinitions } from './present-definitions';
import { checkDefinition, readVersions, rowCheck } from './verify-definitions';
import { tableFailures } from '../../text/target/tables';

/** Rows that `COUNT(*)` found on the target, by the table's position. */
export type CountedRows = ReadonlyMap<number, number>;

export interface VerifiedTables {
  readonly verdicts: readonly TableVerdict[];
  /** Orphaned keys; that their rows are the source's own is still to be proved. */
  readonly orphaned: readonly OrphanedKey[];
  /** Warnings of keys whose parents can't be read. */
  readonly warnings: readonly Failure[];
}

export async function verifyTables(
  context: TargetContext & Pick<TargetRun, 'method' | 'reconnecting'>,
  tables: readonly PreparedTable[],
  counted: CountedRows,
): Promise<VerifiedTables> {
  const { dump, session, options, method, hooks } = context;
  const folds = foldsTables(session.server);
  const sides = { ...(await readVersions(session, dump.manifest)), renaming: options, folds };
  const definitions = await readPresentDefinitions(
    context,
    tables.map((table) => ({ schema: table.schema, name: table.dump.name })),
  );
  const known = folds ? knownTables(tables) : null;
  const verdicts: TableVerdict[] = [];
  const orphaned: OrphanedKey[] = [];
  const warnings: Failure[] = [];
  for (const [id, table] of tables.entries()) {
    hooks.cancellation.throwIfCancelled();
    const rows = counted.get(id);
    if (rows === undefined || (table.dump.rows !== null && rows !== expectedRows(table)))
      throw tableFailures.otherCount({ table: `${table.schema}.${table.dump.name}` });
    const keyed = known === null ? table : withKnownParents(table, known);
    const foreignKeys = await checkForeignKeys(session, keyed);
    orphaned.push(...(foreignKeys?.orphaned ?? []));
    warnings.push(...(foreignKeys?.unproved ?? []).map(unprovedWarning));
    const written = table.dump.definition === null ? await createTableOf(dump, table.dump) : null;
    verdicts.push({
      schema: table.schema,
      table: table.dump.name,
      rows,
      bytes: table.dump.bytes ?? 0,
      decisions: [
        table.indexes.reason,
        table.sharing.reason,
        table.order?.reason ?? null,
        method.reason,
      ].filter(isSaid),
      checks: [
        rowCheck(rows, table),
        await checkDefinition(session, { now: definitions[id] ?? '', written }, table, sides),
        ...(foreignKeys === null ? [] : [foreignKeys.check]),
      ],
    });
  }
  assertOrphansOfSource(orphaned, tables);
  return { verdicts, orphaned, warnings };
}

function isSaid(reason: string | null): reason is string {
  return reason !== null;
}
