import { connect } from '../catalog/connect/connect';
import type { ControlSession } from '../catalog/session/control-session';
import type { Endpoint } from '../catalog/connect/endpoint';
import { messageOf } from '../engine/failures';
import type { TableName } from './file/dictionary';
import type { FileReader, InspectedTable } from './file/file';
import { assertInspectable, inspectByBest, SHORT_LOCK_WAIT } from './tables';
import { inspectText } from '../text/inspect';

/** Result of observing a table, or the reason why it was skipped. */
export type Observation =
  | { readonly kind: 'seen'; readonly takenAt: string; readonly inspected: InspectedTable }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface ObserveRequest {
  readonly endpoint: Endpoint;
  /** When cancelled, the remaining tables are skipped: callers set a time limit. */
  readonly reader: FileReader;
  readonly tables: readonly (TableName & {
    /** True where the server may write the table's pages first, while its writers wait. */
    readonly mayFlush: boolean;
  })[];
}

/**
 * Inspects tables automatically, as part of other work: from their files where this machine can read them and the
 * server has just written all of their pages, else by page counts. A file without the newest pages would describe an
 * older table. Never fails: a skipped table has a reason. Returns one observation for each table, in order.
 */
export async function observeTables(request: ObserveRequest): Promise<readonly Observation[]> {
  const { reader, endpoint, tables } = request;
  const observations: Observation[] = [];
  const session = await connect(endpoint).catch(messageOf);
  if (typeof session === 'string') return tables.map(() => ({ kind: 'skipped', reason: session }));
  const stopListening = reader.cancellation.onCancel(() => session.destroy());
  try {
    await session.apply([SHORT_LOCK_WAIT]);
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

async function observe(
  session: ControlSession,
  { mayFlush, ...name }: ObserveRequest['tables'][number],
  reader: FileReader,
): Promise<Observation> {
  if (reader.cancellation.cancelled) return { kind: 'skipped', reason: inspectText.noTimeLeft };
  try {
    await assertInspectable(session, name);
    const inspected = await inspectByBest(['file'], session, name, { mayFlush, onlyWritten: true, reader });
    return { kind: 'seen', takenAt: new Date().toISOString(), inspected };
  } catch (error) {
    return { kind: 'skipped', reason: reasonOf(error, reader) };
  }
}

/** Returns the reason of a failure; after the time limit, that is the limit. */
function reasonOf(error: unknown, { cancellation }: FileReader): string {
  return cancellation.cancelled ? inspectText.noTimeLeft : messageOf(error);
}
