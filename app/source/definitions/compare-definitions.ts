import type { ControlSession } from '../../catalog/session/control-session';
import { withoutCounter } from '../../catalog/definition/definition';
import { readCreateTable } from '../../catalog/objects/objects';
import { sourceFailures } from '../../text/source';

export interface DumpedDefinition {
  readonly schema: string;
  readonly table: string;
  readonly createTable: string;
}

/**
 * Compares every definition with the dumped one, for dumps that could not block DDL. Fails with `definition-changed`
 * for the first that differs.
 */
export async function definitionsUnchanged(
  session: ControlSession,
  definitions: readonly DumpedDefinition[],
): Promise<void> {
  for (const { schema, table, createTable } of definitions) {
    const now = await readCreateTable(session, schema, table).catch(() => '');
    if (withoutCounter(now) === withoutCounter(createTable)) continue;
    throw sourceFailures.tableChanged({ table: `${schema}.${table}` });
  }
}
