import type { ControlSession } from '../../catalog/session/control-session';
import { memberListOf, parseDefinition, type Definition } from '../../catalog/definition/definition';
import { readCreateTable } from '../../catalog/objects/objects';
import type { LoadOptions } from '../../contract/runs/options';
import { formOf } from '../../format/decoders';
import type { DumpFolder, DumpTable } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';
import { existingFailures } from '../../text/target/existing';

/**
 * Refuses to load into an existing table whose ENUM or SET column has other members than the dump's table, where the
 * dump holds the column's values as numbers. Fails with `definition-differs`.
 */
export async function assertSameMembers(
  session: ControlSession,
  targets: readonly TargetSchema[],
  { schemas }: DumpFolder,
  { onExisting }: Pick<LoadOptions, 'onExisting'>,
): Promise<void> {
  if (onExisting === 'drop' || onExisting === 'skip') return;
  for (const [index, { target, clashes }] of targets.entries()) {
    for (const table of schemas[index]?.tables ?? []) {
      if (!clashes.has(table.name) || numberedColumns(table).length === 0) continue;
      const definition = await readCreateTable(session, target, table.name);
      checkMembers(table, target, parseDefinition(definition));
    }
  }
}

/** Checks the members against a definition that was read already. */
export function checkMembers(table: DumpTable, schema: string, target: Definition): void {
  const numbered = numberedColumns(table);
  if (numbered.length === 0 || table.definition === null) return;
  const source = parseDefinition(table.definition.createTable);
  const other = numbered.find((column) => memberListOf(source, column) !== memberListOf(target, column));
  if (other === undefined) return;
  throw existingFailures.otherMembers({ column: other }, { table: `${schema}.${table.name}` });
}

function numberedColumns({ document }: DumpTable): readonly string[] {
  return document.options.columns.filter((column) => formOf(document, column)?.kind === 'number');
}
