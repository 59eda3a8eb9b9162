import { readCreateTable } from '../../catalog/objects/objects';
import type { ControlSession } from '../../catalog/session/control-session';
import { openDump } from '../../format/formats';
import { dumpedKey } from '../../format/read/documents';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { tableTextIn, type TableText } from '../../format/script/tables/table-text';
import { applySelection } from '../../format/select';
import { findTargets } from '../../target/preflight';
import { keepsExisting } from '../../target/target-schema';
import type { LoadRequest } from '../request';
import type { DumpSource } from './dump-source';
import { finishedSource } from './open';

/** Returns whether a table of a dump was on the target before the load began, by its names in the dump. */
export type WasThere = (schema: string, table: string) => boolean;

interface HeldRequest extends Pick<LoadRequest, 'folder' | 'engine' | 'options'> {
  /** Set for a load that is resumed: it has created the other tables itself. */
  readonly wasThere?: WasThere;
}

/**
 * Opens a dump of rows without definitions again where they go into tables that are there: values are held against those
 * definitions, as the server would round, cut or empty what does not fit, and the INSERTs of a script are read by them, side by
 * side. Returns any other dump as it was opened.
 */
export async function heldAgainstTarget(
  session: ControlSession,
  source: DumpSource,
  { folder, engine, options, wasThere = () => true }: HeldRequest,
): Promise<DumpSource> {
  if (!isHeldAgainstTarget(source.whole)) return source;
  const there = fillsExisting(source.whole, options)
    ? await tablesThere(session, {
        dump: applySelection(source.whole, options, session.server.vendor),
        options,
        wasThere,
      })
    : new Map<string, TableText>();
  // A time zone is for TIMESTAMP columns alone, and only those of a table that is there are such.
  if (there.size === 0 && options.input?.timeZone === undefined) return source;
  const whole = await openDump(
    folder,
    engine,
    options.input,
    (schema, dumpedName) => there.get(dumpedKey({ schema, dumpedName })) ?? null,
  );
  return finishedSource(whole, await source.identity());
}

/** Returns whether a dump has rows that are read by the definitions of tables that are there. */
export function isHeldAgainstTarget(dump: DumpFolder): boolean {
  return dump.form === 'values' || (dump.form === 'script' && tablesOf(dump).some(isOnlyFilled));
}

/** Returns whether a script has rows of a table that it does not create. */
function isOnlyFilled({ document }: DumpTable): boolean {
  return document.includesData && !document.includesDdl;
}

/** Returns whether rows go into tables that are there. */
function fillsExisting({ form }: DumpFolder, options: LoadRequest['options']): boolean {
  if (form === 'script') return true;
  if (options.selection.content === 'data') return true;
  return keepsExisting(options) && options.onExisting !== 'skip';
}

interface TablesWish {
  readonly dump: DumpFolder;
  readonly options: LoadRequest['options'];
  readonly wasThere: WasThere;
}

/** Definitions of the tables of a dump that the target has, by the names that the dump has for them. */
async function tablesThere(
  session: ControlSession,
  { dump, options, wasThere }: TablesWish,
): Promise<ReadonlyMap<string, TableText>> {
  const found = new Map<string, TableText>();
  for (const { source, target, namesakes } of await findTargets(session, dump, options)) {
    const own = dump.schemas.find(({ name }) => name === source)?.tables ?? [];
    for (const { kind, name, there } of namesakes) {
      const table = own.find((one) => one.name === name);
      if (kind !== 'table' || there.kind !== 'table' || table === undefined) continue;
      if (dump.form === 'script' && !isOnlyFilled(table)) continue;
      if (!wasThere(source, name)) continue;
      const text = tableTextIn(await readCreateTable(session, target, there.name));
      if (text !== null) found.set(dumpedKey(table), text);
    }
  }
  return found;
}
