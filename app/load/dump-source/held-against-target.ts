import type { ControlSession } from '../../catalog/session/control-session';
import { openDump } from '../../format/formats';
import { dumpedKey } from '../../format/read/documents';
import type { DumpFolder } from '../../format/read/dump';
import type { TableText } from '../../format/script/tables/table-text';
import { applySelection } from '../../format/select';
import { fillsTables, readTablesThere, type WasThere } from '../../target/existing/tables-there';
import { keepsExisting } from '../../target/target-schema';
import type { LoadRequest } from '../request';
import type { DumpSource } from './dump-source';
import { finishedSource } from './open';

interface HeldRequest extends Pick<LoadRequest, 'folder' | 'engine' | 'options'> {
  /** Set for a load that is resumed: it has created the other tables itself. */
  readonly wasThere?: WasThere;
}

/**
 * Opens a dump of rows without definitions again where they go into tables that are there: values are held against those
 * definitions, as the server would round, cut or empty what does not fit, and INSERTs, of a script or of mydumper, are read by them, side by
 * side. Returns any other dump as it was opened.
 */
export async function heldAgainstTarget(
  session: ControlSession,
  source: DumpSource,
  { folder, engine, options, wasThere = () => true }: HeldRequest,
): Promise<DumpSource> {
  if (!isHeldAgainstTarget(source.whole)) return source;
  const there = fillsExisting(source.whole, options)
    ? await readTablesThere(session, {
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
  return dump.form === 'values' || fillsTables(dump);
}

/** Returns whether rows go into tables that are there. */
function fillsExisting({ isReadByTables }: DumpFolder, options: LoadRequest['options']): boolean {
  if (isReadByTables === true) return true;
  if (options.selection.content === 'data') return true;
  return keepsExisting(options) && options.onExisting !== 'skip';
}
