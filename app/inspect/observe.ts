import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import { messageOf } from '../engine/failures';
import type { TableName } from './file/dictionary';
import type { FileReader, InspectedTable } from './file/file';
import { assertInspectable, inspectByBest, PATIENCE } from './tables';

/** A table as it was seen in passing, or why it was not. */
export type Observation =
  | { readonly kind: 'seen'; readonly takenAt: string; readonly inspected: InspectedTable }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface ObserveRequest {
  readonly endpoint: Endpoint;
  /** Stopped, it skips what is left: whoever observes tables in passing sets a limit to it. */
  readonly reader: FileReader;
  readonly tables: readonly (TableName & {
    /** Whether the server may be asked to write the table's pages first, while its writers wait. */
    readonly mayFlush: boolean;
  })[];
}

/**
 * Looks at tables without asking anybody, as a part of other work: from their files where they are readable here and
 * the server has just written all of their pages, else by page counts. A file that lacks pages would tell of another
 * table. Never fails: what could not be seen says why. One observation for each table, in order.
 */
export async function observeTables(request: ObserveRequest): Promise<readonly Observation[]> {
  const { reader, endpoint, tables } = request;
  const observations: Observation[] = [];
  const session = await connect(endpoint).catch(messageOf);
  if (typeof session === 'string') return tables.map(() => ({ kind: 'skipped', reason: session }));
  const stopListening = reader.cancellation.onCancel(() => session.destroy());
  try {
    await session.apply([PATIENCE]);
    for (const table of tables) observations.push(await observe(session, table, reader));
  } catch (error) {
    const reason = reasonOf(error, reader);
    while (observations.length < tables.length) observations.push({ kind: 'skipped', reason });
  } finally {
    stopListening();
    await session.close().catch(() => undefined);
  }
  return observations;
}

const TOO_LATE = 'There was no time left to look at it';

async function observe(
  session: ControlSession,
  { mayFlush, ...name }: ObserveRequest['tables'][number],
  reader: FileReader,
): Promise<Observation> {
  if (reader.cancellation.cancelled) return { kind: 'skipped', reason: TOO_LATE };
  try {
    await assertInspectable(session, name);
    const inspected = await inspectByBest(['file'], session, name, { mayFlush, onlyWritten: true, reader });
    return { kind: 'seen', takenAt: new Date().toISOString(), inspected };
  } catch (error) {
    return { kind: 'skipped', reason: reasonOf(error, reader) };
  }
}

/** Whatever breaks after the time is up breaks because of that. */
function reasonOf(error: unknown, { cancellation }: FileReader): string {
  return cancellation.cancelled ? TOO_LATE : messageOf(error);
}
