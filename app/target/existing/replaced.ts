import type { ControlSession } from '../../catalog/session/control-session';
import { parseDefinition, type Definition } from '../../catalog/definition/definition';
import { readLibraries } from '../../catalog/objects/libraries';
import {
  readCreateTable,
  readEvents,
  readRoutines,
  readTriggers,
  readViews,
  type StoredObject,
} from '../../catalog/objects/objects';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { RunHooks } from '../../engine/hooks';
import { failureOf } from '../../engine/failures';
import { splitScript } from '../../format/sql/script';
import { plainCreations } from '../../format/sql/creation';
import { triggersScript, viewScript } from '../../format/sql/files';
import { addStatement } from '../indexes/batches';
import type { LoadJournal } from '../journal/journal';
import type { PresentObject } from '../names/namesakes';
import { restoreGrantsOn, readRoutineGrants } from '../objects/routine-grants';
import { runStatement } from '../session/run-statement';
import { dropForeignKeys, droppableKeys } from '../rows/statements';
import type { AsideTable, DetachedObject } from '../journal/records';
import type { AsideTables } from '../journal/replaced-entries';
import type { StoredKind } from '../journal/created-object';
import { dropObject } from '../objects/drop';
import { existingFailures, existingText } from '../../text/target/existing';

interface Replacing {
  readonly session: ControlSession;
  readonly journal: LoadJournal;
}

/**
 * Renames a table that the load replaces to a temporary name; its rows stay until everything is verified. Triggers and
 * the names of constraints are unique within a schema, so they are recorded and dropped from it.
 */
export async function setAside(
  { session, journal }: Replacing,
  schema: string,
  { kind, name }: PresentObject,
): Promise<void> {
  const others = await journal.setAside(session);
  const known = others.of(schema, name);
  if (known !== null && (await isThere(session, schema, known.aside))) return;
  const table: AsideTable = known ?? {
    schema,
    name,
    kind: kind === 'sequence' ? 'sequence' : 'table',
    aside: `${journal.header.loadName}-old-${others.count}`,
    definition:
      kind === 'sequence' ? '' : withOldParents(await readCreateTable(session, schema, name), others),
  };
  await detachTriggersOf({ session, journal }, schema, (_, on) => on === name);
  await journal.recordSetAside(session, table);
  await session.run(`RENAME TABLE ${quoteTable(schema, name)} TO ${quoteTable(schema, table.aside)}`);
  if (table.kind === 'table') await freeConstraintNames(session, table);
}

/** Returns a definition from before its parents were renamed: foreign keys follow a renamed table. */
function withOldParents(createTable: string, aside: AsideTables): string {
  return createTable
    .split('\n')
    .map((line) => line.replace(PARENT, (_, before: string, name: string) => before + aside.oldName(name)))
    .join('\n');
}

const PARENT = /^( {2}CONSTRAINT .* REFERENCES (?:`(?:[^`]|``)+`\.)?)(`(?:[^`]|``)+`)/;

/** Records triggers, and drops them. */
export async function detachTriggersOf(
  { session, journal }: Replacing,
  schema: string,
  takes: (trigger: string, table: string) => boolean,
): Promise<void> {
  const triggers = await readTriggers(session, schema, takes);
  await journal.recordDetached(
    session,
    triggers.map((trigger) => ({
      kind: 'trigger',
      schema,
      name: trigger.name,
      table: trigger.table,
      script: triggersScript([trigger]),
    })),
  );
  for (const { name } of triggers) await session.run(`DROP TRIGGER ${quoteTable(schema, name)}`);
}

/** Drops foreign keys and, on MySQL, CHECKs whose names did not change with the table's. */
async function freeConstraintNames(session: ControlSession, { schema, aside }: AsideTable): Promise<void> {
  const quoted = quoteTable(schema, aside);
  const now = parseDefinition(await readCreateTable(session, schema, aside));
  const keys = droppableKeys(now.foreignKeys, session.server.vendor);
  if (keys.length > 0) await session.run(dropForeignKeys(quoted, keys));
  if (session.server.vendor !== 'mysql') return;
  const checks = checksOf(now).filter(({ name }) => !name.startsWith(aside));
  if (checks.length > 0)
    await session.run(
      `ALTER TABLE ${quoted} ${checks.map(({ name }) => `DROP CHECK ${quoteName(name)}`).join(', ')}`,
    );
}

const CHECK = /^CONSTRAINT `((?:[^`]|``)+)` CHECK /;

function checksOf({ others }: Definition): readonly { readonly name: string; readonly text: string }[] {
  return others.flatMap((text) => {
    const [, name] = CHECK.exec(text) ?? [];
    return name === undefined ? [] : [{ name: name.replace(/``/g, '`'), text }];
  });
}

/**
 * Records the definition of a view, routine or event that the load replaces, and drops it. Fails with `target-exists`
 * where it is not the recorded one: it was created since.
 */
export async function detachObject(
  { session, journal }: Replacing,
  schema: string,
  { kind, name }: PresentObject,
): Promise<void> {
  const script = await scriptOf(session, schema, kind, name);
  if (script === null) return;
  const object: DetachedObject = { kind: kind as StoredKind, schema, name, script };
  const known = (await journal.detached(session)).of(object);
  if (known !== null && known.script !== script)
    throw existingFailures.replacedByOther({ kind, name }, { table: `${schema}.${name}` });
  const grants = await readRoutineGrants(session, object);
  await journal.recordDetached(session, [{ ...object, grants }]);
  await dropObject(session, { kind, schema, name });
}

/** Returns the statements that create an object again; null where it does not exist. */
async function scriptOf(
  session: ControlSession,
  schema: string,
  kind: PresentObject['kind'],
  name: string,
): Promise<string | null> {
  const takes = (other: string) => other === name;
  if (kind === 'view') {
    const [view] = await readViews(session, schema, takes);
    return view === undefined ? null : viewScript(view);
  }
  const found = await readOf(session, schema, kind, takes);
  return found.length === 0 ? null : triggersScript(found);
}

async function readOf(
  session: ControlSession,
  schema: string,
  kind: PresentObject['kind'],
  takes: (name: string) => boolean,
): Promise<readonly StoredObject[]> {
  if (kind === 'event') return await readEvents(session, schema, takes);
  if (kind === 'library') return await readLibraries(session, schema, takes);
  const routines = await readRoutines(session, schema, takes);
  return routines.filter((routine) => routine.kind.split(' ')[0] === kind);
}

/**
 * Restores what the load had replaced: tables with their constraints, then routines, views and events, then triggers.
 */
export async function restoreReplaced(replacing: Replacing, hooks: Pick<RunHooks, 'log'>): Promise<void> {
  const { session, journal } = replacing;
  const tables = (await journal.setAside(session)).all;
  for (const table of tables) {
    if (!(await isThere(session, table.schema, table.aside))) continue;
    const name = quoteTable(table.schema, table.name);
    await session.run(`RENAME TABLE ${quoteTable(table.schema, table.aside)} TO ${name}`);
    hooks.log('info', existingText.restored(table));
  }
  for (const table of tables) if (table.kind === 'table') await restoreConstraints(session, table);
  const objects = (await journal.detached(session)).all;
  await restoreObjects(
    session,
    objects.filter(({ kind }) => kind !== 'trigger'),
    hooks,
  );
  await reattachTriggers(replacing, hooks);
  await journal.forgetReplaced(session);
}

async function restoreConstraints(session: ControlSession, table: AsideTable): Promise<void> {
  const quoted = quoteTable(table.schema, table.name);
  const before = parseDefinition(table.definition);
  const now = parseDefinition(await readCreateTable(session, table.schema, table.name));
  const has = (text: string) => now.others.includes(text);
  const checks = checksOf(before).filter(({ text }) => !has(text));
  if (checks.length > 0)
    await session.run(`ALTER TABLE ${quoted} ${checks.map(({ text }) => `ADD ${text}`).join(', ')}`);
  const names = new Set(now.foreignKeys.map(({ name }) => name));
  const missing = before.foreignKeys.filter(({ name }) => !names.has(name));
  if (missing.length > 0) await session.run(addStatement(quoted, missing));
}

/** Creates the objects again. One may depend on another: those that are refused are tried again after the others. */
async function restoreObjects(
  session: ControlSession,
  objects: readonly DetachedObject[],
  hooks: Pick<RunHooks, 'log'>,
): Promise<void> {
  let left = objects;
  while (left.length > 0) {
    const refused: DetachedObject[] = [];
    let reason: unknown = null;
    for (const object of left) {
      try {
        await restoreObject(session, object, hooks);
      } catch (error) {
        if (failureOf(error).code !== 'statement-failed') throw error;
        reason = error;
        refused.push(object);
      }
    }
    if (refused.length === left.length) throw reason;
    left = refused;
  }
}

async function restoreObject(
  session: ControlSession,
  object: DetachedObject,
  hooks: Pick<RunHooks, 'log'>,
): Promise<void> {
  const { kind, schema, name, script } = object;
  if ((await scriptOf(session, schema, kind, name)) !== script) {
    await session.use(schema);
    const statements = plainCreations(splitScript(script));
    await runWithSettings(session, statements);
    if (kind === 'event' && (await scriptOf(session, schema, kind, name)) === null)
      await makePastEvent(session, statements);
    hooks.log('info', existingText.restored(object));
  }
  for (const { message, statement = '' } of await restoreGrantsOn(session, object))
    hooks.log('warning', existingText.withStatement({ message, statement }));
}

/**
 * Creates an event whose time has passed: the server skips one that is not preserved, although it keeps a disabled one.
 */
async function makePastEvent(session: ControlSession, statements: readonly string[]): Promise<void> {
  await session.run('SET SESSION timestamp = 1');
  try {
    await runWithSettings(session, statements);
  } finally {
    await session.run('SET SESSION timestamp = DEFAULT');
  }
}

/** Creates the triggers again that the load has dropped; existing ones stay. */
export async function reattachTriggers(
  { session, journal }: Replacing,
  hooks: Pick<RunHooks, 'log'>,
  takes: (trigger: DetachedObject) => boolean = () => true,
): Promise<void> {
  const triggers = (await journal.detached(session)).all.filter(({ kind }) => kind === 'trigger');
  for (const { schema, name, script } of triggers.filter(takes)) {
    const rows = await session.rows(
      'SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = ? AND TRIGGER_NAME = ?',
      [schema, name],
    );
    if (rows.some((row) => row.name === name)) continue;
    await session.use(schema);
    await runWithSettings(session, splitScript(script));
    hooks.log('info', existingText.restored({ kind: 'trigger', name, schema }));
  }
}

/** Runs a script of ours; its last statement restores the session's settings, even after a failed statement. */
async function runWithSettings(session: ControlSession, statements: readonly string[]): Promise<void> {
  for (const [at, statement] of statements.entries()) {
    try {
      await runStatement(session, statement);
    } catch (error) {
      const restore = statements.slice(at + 1).find((later) => later.startsWith('SET SESSION '));
      if (restore !== undefined) await session.run(restore);
      throw error;
    }
  }
}

/**
 * Drops the tables that the load has replaced, when everything is verified. Foreign keys of other tables followed the
 * renamed tables; they are moved to the new tables by renaming those for a moment.
 */
export async function removeReplaced({ session, journal }: Replacing): Promise<void> {
  const tables = (await journal.setAside(session)).all;
  if (tables.length === 0) return;
  await journal.recordVerified(session);
  await session.run('SET SESSION foreign_key_checks = 0');
  const parents = await referencedAside(session, tables);
  for (const table of tables) await removeAside(session, table, parents.has(table.aside));
}

async function removeAside(
  session: ControlSession,
  { kind, schema, name, aside }: AsideTable,
  isParent: boolean,
): Promise<void> {
  const [wanted, old] = [quoteTable(schema, name), quoteTable(schema, aside)];
  const fresh = quoteTable(schema, `${aside}-new`);
  const oldExists = await isThere(session, schema, aside);
  if (oldExists && isParent) await session.run(`RENAME TABLE ${wanted} TO ${fresh}, ${old} TO ${wanted}`);
  else if (oldExists) {
    await session.run(`DROP ${kind.toUpperCase()} ${old}`);
    return;
  }
  if (!(await isThere(session, schema, `${aside}-new`))) return;
  // The table with the final name is the old one, if it still exists.
  await session.run(`DROP TABLE IF EXISTS ${wanted}`);
  await session.run(`RENAME TABLE ${fresh} TO ${wanted}`);
}

/** Finds the replaced tables that foreign keys of tables outside the load refer to. */
async function referencedAside(
  session: ControlSession,
  tables: readonly AsideTable[],
): Promise<ReadonlySet<string>> {
  const rows = await session.rows(
    `SELECT DISTINCT REFERENCED_TABLE_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
     WHERE REFERENCED_TABLE_NAME IN (${tables.map(() => '?').join(', ')})`,
    tables.map(({ aside }) => aside),
  );
  return new Set(rows.map(({ name }) => name ?? ''));
}

async function isThere(session: ControlSession, schema: string, table: string): Promise<boolean> {
  const found = await session.scalar(
    'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, table],
  );
  return found !== null;
}
