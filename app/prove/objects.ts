import type { ControlSession } from '../catalog/session/control-session';
import { quoteTable } from '../catalog/text/quote';
import type { Failure } from '../contract/failure';
import type { ObjectKind } from '../contract/runs/result';
import { failureOf } from '../engine/failures';
import type { DumpFolder } from '../format/read/dump';
import { objectsOf } from '../target/objects/likeness';
import { proveFailures } from '../text/prove';
import { onSessions, type SessionsRequest } from '../checksums/on-sessions';

interface RestoredObject {
  readonly schema: string;
  readonly kind: ObjectKind;
  readonly name: string;
}

/** Result of using every object. */
export interface UsedObjects {
  readonly viewsRead: number;
  readonly failures: readonly Failure[];
}

/**
 * Reads every view to its last row and shows the definition of every other object that is no table: their texts may be right
 * and what they refer to missing. A failure does not stop it.
 */
export async function useObjects(request: SessionsRequest, dump: DumpFolder): Promise<UsedObjects> {
  const objects = restoredObjects(dump);
  const failures = await onSessions(request, objects, async (session, object) =>
    useObject(session, object).catch((error: unknown): Failure => {
      request.cancellation.throwIfCancelled();
      const { errno, message, statement } = failureOf(error);
      const place = { table: `${object.schema}.${object.name}` };
      const circumstances = {
        ...place,
        ...(errno !== undefined && { errno }),
        ...(statement !== undefined && { statement }),
      };
      return object.kind === 'view'
        ? proveFailures.viewNotReadable({ reason: message }, circumstances).failure
        : proveFailures.objectNotShown({ kind: object.kind, reason: message }, circumstances).failure;
    }),
  );
  return {
    viewsRead: objects.filter(({ kind }) => kind === 'view').length,
    failures: failures.flatMap((failure) => failure ?? []),
  };
}

/** Lists the objects of a dump besides its tables. */
export function restoredObjects({ schemas }: DumpFolder): readonly RestoredObject[] {
  return schemas.flatMap((schema) =>
    objectsOf(schema).map(({ kind, name }) => ({ schema: schema.name, kind, name })),
  );
}

async function useObject(session: ControlSession, object: RestoredObject): Promise<null> {
  const name = quoteTable(object.schema, object.name);
  if (object.kind === 'view') await session.readToEnd(`SELECT * FROM ${name}`);
  else await session.row(`SHOW CREATE ${object.kind.toUpperCase()} ${name}`);
  return null;
}
