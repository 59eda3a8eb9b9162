import type { ControlSession } from '../../catalog/session/control-session';
import { readLibraryNames } from '../../catalog/objects/libraries';
import type { RunHooks } from '../../engine/hooks';
import { failureOf } from '../../engine/failures';
import { type LoadJournal } from '../journal/journal';
import { JOURNAL_TABLE, createdItsSchema } from '../journal/journal-table';
import { isOwn, ownedObjects } from '../tables/ownership';
import { restoreReplaced } from '../existing/replaced';
import type { CreatedObject } from '../journal/created-object';
import { dropObject } from '../objects/drop';
import { rollbackText } from '../../text/target/journal';

/**
 * Rolls back a load: drops what it created, restores what it replaced, and drops its journal last, so that an
 * interrupted rollback can be repeated. Nothing else is changed: a schema that the load created stays where it holds
 * other objects. Rows of tables that the load truncated on request can't be restored.
 */
export async function rollbackCreated(
  session: ControlSession,
  journal: LoadJournal,
  hooks: Pick<RunHooks, 'log'>,
): Promise<void> {
  const schemas = (await journal.createdObjects(session)).filter(({ kind }) => kind === 'schema').reverse();
  await dropCreated(session, journal, ({ kind }) => kind === 'schema');
  await restoreReplaced({ session, journal }, hooks);
  for (const { schema } of schemas) if (schema !== journal.schema) await dropIfEmpty(session, schema, hooks);
  // A crash may have come between the creation of the journal and the entry of its schema.
  const journalGoesWith =
    schemas.some(({ schema }) => schema === journal.schema) ||
    (await createdItsSchema(session, journal.schema));
  if (!journalGoesWith || !(await dropIfEmpty(session, journal.schema, hooks))) await journal.drop(session);
  hooks.log('info', rollbackText.removed);
}

/**
 * Drops the objects that the load created, newest first, except those that are `kept`, and removes them from the
 * journal. Schemas stay.
 */
export async function dropCreated(
  session: ControlSession,
  journal: LoadJournal,
  kept: (object: CreatedObject) => boolean = () => false,
): Promise<void> {
  await session.run('SET SESSION foreign_key_checks = 0');
  const stays = (object: CreatedObject) => object.kind === 'schema' || kept(object);
  const owned = (await ownedObjects(session, journal)).filter((object) => !stays(object));
  for (const object of owned) await dropObject(session, object);
  await journal.forgetCreated(
    session,
    (await journal.createdObjects(session)).filter((object) => !stays(object)),
  );
}

/**
 * Rolls back after a failure that is reported to the user already, on whatever session is left. Resolves to whether it
 * succeeded; a failure is only logged.
 */
export async function rollbackIfPossible(
  session: ControlSession,
  journal: LoadJournal,
  hooks: Pick<RunHooks, 'log'>,
): Promise<boolean> {
  try {
    await rollbackCreated(session, journal, hooks);
    return true;
  } catch (error) {
    const { schema } = journal;
    hooks.log('error', rollbackText.notRemoved({ schema, reason: failureOf(error).message }));
    return false;
  }
}

/** Drops objects of some kinds in a schema that an earlier attempt created, so that they can be created again. */
export async function dropEarlierObjects(
  session: ControlSession,
  journal: LoadJournal,
  schema: string,
  kinds: ReadonlySet<CreatedObject['kind']>,
): Promise<void> {
  const earlier = await journal.createdIn(session, schema, kinds);
  for (const object of earlier) if (await isOwn(session, object)) await dropObject(session, object);
  await journal.forgetCreated(session, earlier);
}

/**
 * Drops a schema with the journal in it, unless it holds anything else.
 *
 * @returns true if the schema was dropped
 */
export async function dropIfEmpty(
  session: ControlSession,
  schema: string,
  hooks: Pick<RunHooks, 'log'>,
): Promise<boolean> {
  const found = await session.scalar(
    `SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME <> ?
     UNION ALL SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?
     UNION ALL SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ? LIMIT 1`,
    [schema, JOURNAL_TABLE, schema, schema],
  );
  const other = found ?? (await readLibraryNames(session, schema))[0] ?? null;
  if (other === null) await dropObject(session, { kind: 'schema', schema, name: '' });
  else hooks.log('warning', rollbackText.schemaKept({ schema, object: other }));
  return other === null;
}
