import { readCreateTable } from '../../catalog/objects/objects';
import type { ControlSession } from '../../catalog/session/control-session';
import type { LoadOptions } from '../../contract/runs/options';
import { dumpedKey } from '../../format/read/documents';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { tableTextIn, type TableText } from '../../format/script/tables/table-text';
import { findTargets } from '../preflight';

/** Returns whether a table of a dump was on the target before the load began, by its names in the dump. */
export type WasThere = (schema: string, table: string) => boolean;

interface TablesWish {
  /** With the selection applied: its tables have their names on the target. */
  readonly dump: DumpFolder;
  readonly options: Pick<LoadOptions, 'schemaMap'>;
  readonly wasThere: WasThere;
}

/** Returns whether a dump has rows that are read by the definitions of tables that are there, as it creates none of its own. */
export function fillsTables(dump: DumpFolder): boolean {
  return dump.isReadByTables === true && tablesOf(dump).some(isOnlyFilled);
}

/** Returns whether a dump has rows of a table that it does not create. */
function isOnlyFilled({ document }: DumpTable): boolean {
  return document.includesData && !document.includesDdl;
}

/** Reads the definitions of the tables of a dump that the target has, by {@link dumpedKey}. */
export async function readTablesThere(
  session: ControlSession,
  { dump, options, wasThere }: TablesWish,
): Promise<ReadonlyMap<string, TableText>> {
  const found = new Map<string, TableText>();
  for (const { source, target, namesakes } of await findTargets(session, dump, options)) {
    const own = dump.schemas.find(({ name }) => name === source)?.tables ?? [];
    for (const { kind, name, there } of namesakes) {
      const table = own.find((one) => one.name === name);
      if (kind !== 'table' || there.kind !== 'table' || table === undefined) continue;
      if (dump.isReadByTables === true && !isOnlyFilled(table)) continue;
      if (!wasThere(source, name)) continue;
      const text = tableTextIn(await readCreateTable(session, target, there.name));
      if (text !== null) found.set(dumpedKey(table), text);
    }
  }
  return found;
}
