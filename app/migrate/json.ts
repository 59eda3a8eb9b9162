import { countJsonScalars } from '../catalog/json-scalars';
import type { ControlSession } from '../catalog/control-session';
import type { ControlSessions } from '../catalog/sessions';
import type { Vendor } from '../contract/connection';
import { SluiceError } from '../contract/failure';
import type { DumpOptions } from '../contract/options';
import type { RunHooks } from '../engine/hooks';
import type { CheckedSelection } from '../dump/check-selection';
import { openJsonSession, toSource } from '../dump/json-check';
import type { SchemaPlan } from '../dump/objects';

interface Source {
  readonly sources: ControlSessions;
  readonly catalog: ControlSession;
  readonly selected: CheckedSelection;
}

/**
 * A session that takes the snapshot with the lanes, for looking through MySQL's JSON; null where nothing can be lost.
 * MariaDB keeps the text of a document, which is the same on both sides.
 */
export async function openJsonCheck(
  { sources, catalog, selected }: Source,
  target: Vendor,
  options: DumpOptions,
): Promise<ControlSession | null> {
  if (target !== 'mysql') return null;
  return await openJsonSession({ options, selected, sessions: sources, catalog });
}

/** JSON travels as text: refuses the first column that holds scalars which text does not tell from others. */
export async function assertJsonSurvives(
  session: ControlSession | null,
  plans: readonly SchemaPlan[],
  hooks: RunHooks,
): Promise<void> {
  if (session === null) return;
  for (const source of plans.flatMap(({ tables }) => tables).flatMap(toSource)) {
    hooks.cancellation.throwIfCancelled();
    const scalars = await countJsonScalars(session, source);
    const lost = scalars.find(({ decimals, temporals, opaques }) => decimals + temporals + opaques > 0);
    if (lost === undefined) continue;
    const { column, decimals, temporals, opaques } = lost;
    throw new SluiceError(
      'json-types-change',
      `The JSON column “${column}” holds scalars that would come as another type: ${decimals} documents with DECIMAL, ${temporals} with dates or times, ${opaques} with binary values.`,
      {
        table: `${source.schema}.${source.table}`,
        hint: 'Leave the table out of the migration; a dump carries it, with a warning.',
      },
    );
  }
}
