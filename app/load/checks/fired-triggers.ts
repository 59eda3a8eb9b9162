import type { LoadOptions } from '../../contract/runs/options';
import { tablesOf, type DumpFolder } from '../../format/read/dump';
import { keepsExisting } from '../../target/target-schema';
import { loadFailures } from '../../text/load/load';

/**
 * Refuses rows that fire triggers where their tables, or those that the triggers fill, may be the target's own: these may have
 * other triggers and rows.
 */
export function assertTriggersFit(dump: DumpFolder, options: Pick<LoadOptions, 'onExisting'>): void {
  for (const { schema, name, document, firesTriggers = [] } of tablesOf(dump)) {
    const [trigger] = firesTriggers;
    if (trigger === undefined || !document.includesData) continue;
    if (document.includesDdl && !keepsExisting(options)) continue;
    const table = `${schema}.${name}`;
    throw loadFailures.firedInExisting({ table, schema, trigger }, { table });
  }
}
