import type { ControlSession } from '../../catalog/session/control-session';
import type { InputChoices } from '../../contract/commands/input';
import type { LoadOptions } from '../../contract/runs/options';
import type { Addon } from '../../engine/addon';
import { openDump } from '../../format/formats';
import { dumpedKey } from '../../format/read/documents';
import type { DumpFolder } from '../../format/read/dump';
import { fillsTables, readTablesThere } from './tables-there';

interface ReadingRequest extends Pick<LoadOptions, 'schemaMap'> {
  readonly engine: Addon;
  /** The dump's folder, absolute. */
  readonly folder: string;
  readonly input?: InputChoices | undefined;
  /** With the selection applied: its tables have their names on the target. */
  readonly dump: DumpFolder;
}

/**
 * Opens a dump of rows without definitions again as a load into the same tables reads it, so that its values can be
 * compared with those that are there. Returns any other dump as it was opened.
 */
export async function readByTables(
  session: ControlSession,
  whole: DumpFolder,
  { dump, folder, engine, input, schemaMap }: ReadingRequest,
): Promise<DumpFolder> {
  if (!fillsTables(whole)) return whole;
  const wish = { dump, options: { schemaMap }, wasThere: () => true };
  // A table that can't be read is named when its rows are counted.
  const there = await readTablesThere(session, wish).catch(() => null);
  if (there === null || there.size === 0) return whole;
  return await openDump(
    folder,
    engine,
    input,
    (schema, dumpedName) => there.get(dumpedKey({ schema, dumpedName })) ?? null,
  );
}
