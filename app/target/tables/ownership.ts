import type { ControlSession } from '../../catalog/session/control-session';
import { quoteTable } from '../../catalog/text/quote';
import { assertNever } from '../../contract/exhaustive';
import type { SluiceError } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import { withRemedy } from '../trial/refusal';
import { runStatement } from '../session/run-statement';
import { isUntouchedAccount } from '../accounts/ownership';
import type { LoadJournal } from '../journal/journal';
import type { CreatedEntry, CreatedObject } from '../journal/created-object';
import { tableFailures } from '../../text/target/tables';

/**
 * Ownership of what a load creates. The journal records each object before it is created, and confirms it afterwards.
 *
 * A table or sequence is created under a temporary name, confirmed, and then renamed: if it is confirmed and its
 * temporary name does not exist any more, it was renamed, and the table under the final name is the load's; in every
 * other case it is not. Views, routines, triggers and events can't be renamed. One that a crash left without its
 * confirmation is the load's if its body is in the recorded statement, and if it was not created before the entry. So is
 * an account, by what it signs in with, as long as it has no privileges.
 */

/** Server errors for a name that exists: schema, table, routine, trigger, event, account. */
const TAKEN: ReadonlySet<number> = new Set([1007, 1050, 1304, 1359, 1537, 1396]);

/** Tables renamed by one statement, which holds all their locks to its end. */
const RENAMED_AT_ONCE = 100;

/**
 * Runs the statements that create an object, and confirms it. Fails with `target-exists` where another session created
 * it.
 */
export async function createOwned(
  session: ControlSession,
  journal: LoadJournal,
  entry: CreatedEntry,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await runUntaken(session, entry, statement);
  await journal.recordCreated(session, [entry]);
}

/** Renames confirmed tables and sequences to their final names. Fails with `target-exists` where a name exists. */
export async function renameOwned(session: ControlSession, entries: readonly CreatedEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += RENAMED_AT_ONCE) {
    const some = entries.slice(at, at + RENAMED_AT_ONCE);
    const isTaken = await session.run(renaming(some)).then(
      () => false,
      (error: unknown) => {
        // A foreign key may be refused only now that its parent has its name.
        if (failureOf(error).errno !== 1050) throw withRemedy(error, renaming(some));
        return true;
      },
    );
    // A RENAME TABLE does all its renames or none: repeated one by one they show which name exists.
    for (const entry of isTaken ? some : []) await runUntaken(session, entry, renaming([entry]));
  }
}

function renaming(entries: readonly CreatedEntry[]): string {
  const pairs = entries.map(
    ({ schema, name, temporary = '' }) => `${quoteTable(schema, temporary)} TO ${quoteTable(schema, name)}`,
  );
  return `RENAME TABLE ${pairs.join(', ')}`;
}

/** Runs a statement that creates or renames an object; names the existing object where the name is not free. */
export async function runUntaken(
  session: ControlSession,
  object: CreatedObject,
  statement: string,
): Promise<void> {
  try {
    await runStatement(session, statement);
  } catch (error) {
    const { errno } = failureOf(error);
    throw errno !== undefined && TAKEN.has(errno) ? createdMeanwhile(object, errno) : error;
  }
}

function createdMeanwhile({ kind, schema, name }: CreatedObject, errno: number): SluiceError {
  return tableFailures.createdByOther(
    { kind, name: kind === 'schema' ? schema : name },
    { ...(kind === 'schema' || schema === '' ? {} : { table: `${schema}.${name}` }), errno },
  );
}

/**
 * Returns the objects that provably belong to this load, newest first. Drops tables that still have their temporary
 * names.
 */
export async function ownedObjects(
  session: ControlSession,
  journal: LoadJournal,
): Promise<readonly CreatedEntry[]> {
  const entries = [...(await journal.createdObjects(session))].reverse();
  const renamed = await settleTemporaries(session, journal, entries);
  const owned: CreatedEntry[] = [];
  for (const entry of entries) {
    if (entry.temporary === undefined ? await isOwn(session, entry) : renamed.has(entry.key))
      owned.push(entry);
  }
  return owned;
}

/** Drops tables with temporary names, and returns the keys of those that had been renamed. */
async function settleTemporaries(
  session: ControlSession,
  journal: LoadJournal,
  entries: readonly CreatedEntry[],
): Promise<ReadonlySet<string>> {
  const { loadName, targets } = journal.header;
  if (entries.every(({ temporary }) => temporary === undefined)) return new Set();
  const rows = await session.rows(
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_NAME LIKE ? AND TABLE_SCHEMA IN (${targets.map(() => '?').join(', ')})`,
    [`${loadName}-%`, ...targets.map(({ target }) => target)],
  );
  const existing = new Set(rows.map(({ name }) => name ?? ''));
  const left = entries.filter(({ temporary }) => temporary !== undefined && existing.has(temporary));
  // First the entries: once the temporary table is dropped, an entry must not claim the table with the final name.
  await journal.recordNotCreated(session, left);
  for (const { kind, schema, temporary = '' } of left)
    await session.run(
      `DROP ${kind === 'sequence' ? 'SEQUENCE' : 'TABLE'} IF EXISTS ${quoteTable(schema, temporary)}`,
    );
  const gone = new Set(left.map(({ key }) => key));
  return new Set(
    entries
      .filter(({ temporary, isCreated, key }) => temporary !== undefined && isCreated && !gone.has(key))
      .map(({ key }) => key),
  );
}

/** Returns whether an object that is not renamed belongs to the load. */
export async function isOwn(session: ControlSession, entry: CreatedEntry): Promise<boolean> {
  if (entry.isCreated) return true;
  switch (entry.kind) {
    case 'view':
      return await isPlaceholder(session, entry);
    case 'function':
    case 'procedure':
    case 'package':
    case 'event':
    case 'trigger':
    case 'library':
      return await isFromStatement(session, entry);
    case 'user':
    case 'role':
      return await isUntouchedAccount(session, entry);
    case 'schema':
    case 'sequence':
    case 'table':
      return false;
    default:
      return assertNever(entry.kind);
  }
}

const PLACEHOLDER = /^select (?:1 AS `(?:[^`]|``)*`,?)+$/i;

async function isPlaceholder(session: ControlSession, { schema, name }: CreatedEntry): Promise<boolean> {
  const text = await session.scalar(
    'SELECT VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, name],
  );
  return text !== null && PLACEHOLDER.test(text);
}

/** Catalogue tables of the bodies of each kind, with their names and the time of their creation. */
const BODIES = {
  function: ['ROUTINES', 'ROUTINE_SCHEMA', 'ROUTINE_NAME', 'ROUTINE_DEFINITION'],
  procedure: ['ROUTINES', 'ROUTINE_SCHEMA', 'ROUTINE_NAME', 'ROUTINE_DEFINITION'],
  package: ['ROUTINES', 'ROUTINE_SCHEMA', 'ROUTINE_NAME', 'ROUTINE_DEFINITION'],
  event: ['EVENTS', 'EVENT_SCHEMA', 'EVENT_NAME', 'EVENT_DEFINITION'],
  trigger: ['TRIGGERS', 'EVENT_OBJECT_SCHEMA', 'TRIGGER_NAME', 'ACTION_STATEMENT'],
  library: ['LIBRARIES', 'LIBRARY_SCHEMA', 'LIBRARY_NAME', 'LIBRARY_DEFINITION'],
} as const;

async function isFromStatement(session: ControlSession, entry: CreatedEntry): Promise<boolean> {
  const { kind, schema, name, since, statement = '' } = entry;
  const [view, schemaColumn, nameColumn, bodyColumn] = BODIES[kind as keyof typeof BODIES];
  const ofKind = view === 'ROUTINES' ? ` AND ROUTINE_TYPE = '${kind.toUpperCase()}'` : '';
  const rows = await session.rows(
    `SELECT ${nameColumn} AS name, ${bodyColumn} AS body FROM information_schema.${view}
     WHERE ${schemaColumn} = ? AND ${nameColumn} = ? AND COALESCE(CREATED, NOW()) >= ?${ofKind}`,
    [schema, name, since],
  );
  return rows.some((row) => row.name === name && row.body != null && statement.includes(row.body));
}
