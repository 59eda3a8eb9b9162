import { countJsonScalars } from '../../catalog/objects/json-scalars';
import type { ControlSession } from '../../catalog/session/control-session';
import type { ControlSessions } from '../../catalog/session/sessions';
import type { Vendor } from '../../contract/connections/connection';
import type { SluiceError } from '../../contract/failure';
import type { DumpOptions } from '../../contract/runs/options';
import type { Cancellation } from '../../engine/cancellation';
import type { RunHooks } from '../../engine/hooks';
import type { CheckedSelection } from '../../source/selection/selection';
import { openJsonSession, toSource } from '../../source/json-check';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { migrateFailures } from '../../text/migrate/run';

interface Source {
  readonly sources: ControlSessions;
  readonly catalog: ControlSession;
  readonly selected: CheckedSelection;
}

/**
 * Opens a session that takes the snapshot with the lanes, to search MySQL's JSON; null where nothing can be lost.
 * MariaDB keeps the text of a document, which is the same on both sides.
 */
export async function openJsonCheck(
  { sources, catalog, selected }: Source,
  target: Vendor,
  options: DumpOptions,
): Promise<ControlSession | null> {
  if (target !== 'mysql') return null;
  return await openJsonSession({ options, selected, sessions: sources, catalog }, async (sessions) => {
    const session = await sessions.openIfRoom();
    if (session === null) throw migrateFailures.noRoomForJson();
    return session;
  });
}

/**
 * Finds the columns with scalars whose type text does not preserve: JSON is transferred as text. Reads every document.
 */
export async function judgeJson(
  session: ControlSession,
  plans: readonly SchemaPlan[],
  cancellation: Cancellation,
): Promise<readonly SluiceError[]> {
  const found: SluiceError[] = [];
  for (const source of plans.flatMap(({ tables }) => tables).flatMap(toSource)) {
    cancellation.throwIfCancelled();
    for (const { column, decimals, temporals, opaques } of await countJsonScalars(session, source)) {
      if (decimals + temporals + opaques === 0) continue;
      found.push(
        migrateFailures.jsonTypesLost(
          { column, decimals, temporals, opaques },
          { table: `${source.schema}.${source.table}` },
        ),
      );
    }
  }
  return found;
}

/** Refuses the first such column in the snapshot. */
export async function assertJsonSurvives(
  session: ControlSession | null,
  plans: readonly SchemaPlan[],
  hooks: RunHooks,
): Promise<void> {
  if (session === null) return;
  const [lost] = await judgeJson(session, plans, hooks.cancellation);
  if (lost !== undefined) throw lost;
}
