import type { ControlSession } from '../../catalog/session/control-session';
import { withoutCounter } from '../../catalog/definition/definition';
import { readCreateTable, readCreateTables } from '../../catalog/objects/objects';
import { sourceFailures } from '../../text/source';

export interface DumpedDefinition {
  readonly schema: string;
  readonly table: string;
  readonly createTable: string;
}

/** Definitions that are read in one call: all its replies are held at once. */
const DEFINITIONS_AT_ONCE = 100;

/**
 * Compares every definition with the dumped one, for dumps that could not block DDL. Fails with `definition-changed`
 * for the first that differs.
 *
 * @param session one that takes many statements in one call
 */
export async function definitionsUnchanged(
  session: ControlSession,
  definitions: readonly DumpedDefinition[],
): Promise<void> {
  for (let at = 0; at < definitions.length; at += DEFINITIONS_AT_ONCE) {
    const some = definitions.slice(at, at + DEFINITIONS_AT_ONCE);
    const now = await readSome(session, some);
    for (const [place, { schema, table, createTable }] of some.entries()) {
      if (withoutCounter(now[place] ?? '') === withoutCounter(createTable)) continue;
      throw sourceFailures.tableChanged({ table: `${schema}.${table}` });
    }
  }
}

/** Reads definitions; one by one where a table can't be read, which is then empty. */
async function readSome(
  session: ControlSession,
  definitions: readonly DumpedDefinition[],
): Promise<readonly string[]> {
  const tables = definitions.map(({ schema, table }) => ({ schema, name: table }));
  const found = await readCreateTables(session, tables).catch(() => null);
  if (found !== null) return found;
  const read: string[] = [];
  for (const { schema, name } of tables)
    read.push(await readCreateTable(session, schema, name).catch(() => ''));
  return read;
}
