import type { ControlSession } from '../../catalog/session/control-session';
import type { SluiceError } from '../../contract/failure';
import type { LoadJournal } from '../journal/journal';
import type { Namesake } from '../names/namesakes';
import { detachTriggersOf } from './replaced';
import type { DumpTable } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';
import { existingFailures } from '../../text/target/existing';

interface Detaching {
  readonly session: ControlSession;
  readonly journal: LoadJournal;
}

/**
 * Drops a table's triggers: each would fire for every loaded row. They are recorded before the first one is dropped,
 * and are restored when the rows are in, or when the load is rolled back.
 */
export async function detachTriggers(
  detaching: Detaching,
  { target, namesakes }: TargetSchema,
  table: DumpTable,
): Promise<void> {
  const tableName = existingTable(namesakes, table.name);
  await detachTriggersOf(detaching, target, (_, on) => on === tableName);
}

/** Returns the target's spelling of an existing table of the dump. */
export function existingTable(namesakes: readonly Namesake[], table: string): string {
  return namesakes.find(({ kind, name }) => kind === 'table' && name === table)?.there.name ?? table;
}

/** Returns the refusal of a trigger that is not in the dump: it would fire for the dump's rows. */
export function foreignTrigger(schema: string, table: string, trigger: string): SluiceError {
  return existingFailures.foreignTrigger({ trigger }, { table: `${schema}.${table}` });
}
