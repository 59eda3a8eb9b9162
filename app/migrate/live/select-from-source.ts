import type { Vendor } from '../../contract/connections/connection';
import type { LoadOptions } from '../../contract/runs/options';
import type { DumpFolder } from '../../format/read/dump';
import { applySelection } from '../../format/select';

/**
 * Applies the selection of a load: the objects were selected at the source; their content and names are selected here.
 */
export function selectFromSource(
  dump: DumpFolder,
  { selection, ...wish }: LoadOptions,
  target: Vendor,
): DumpFolder {
  const everything = [{ kind: 'schema' as const, schema: '%' }];
  const selected = {
    ...wish,
    // Entries for schemas that are not selected are ignored.
    schemaMap: Object.fromEntries(
      Object.entries(wish.schemaMap).filter(([schema]) => dump.schemas.some(({ name }) => name === schema)),
    ),
    selection: { include: everything, exclude: [], content: selection.content },
  };
  return applySelection(dump, selected, target);
}
