import type { DumpFolder, DumpSchema, DumpTable } from '../../format/read/dump';
import { isPlace, plainCreations } from '../../format/sql/creation';
import { splitScript } from '../../format/sql/script';
import { keyOf, objectNamesIn, storedObjectOf, type ObjectOwner } from '../../format/sql/stored-object';

/** Statements of a schema's own scripts: the schema, and those of its sequences, libraries, routines and events that it has. */
export async function programsOf(dump: DumpFolder, schema: DumpSchema): Promise<readonly string[]> {
  const statements: string[] = [];
  for (const name of schema.document.includesDdl ? schema.scripts : [])
    statements.push(...splitScript(await dump.script(name)));
  return ownOf(statements, schema);
}

/** Statements of a table's triggers, with the settings around them. */
export async function triggersOf(dump: DumpFolder, table: DumpTable): Promise<readonly string[]> {
  const { includesDdl, triggers } = table.document;
  if (!includesDdl || triggers.length === 0) return [];
  const statements = await createdBy(dump, `${table.stem}.triggers.sql`);
  return ownOf(statements, { document: NOTHING, tables: [table] });
}

const NOTHING = { functions: [], procedures: [], events: [] };

/** The settings that our scripts have before a stored object, and the one behind it. */
const BEFORE = [/^SET SESSION /, /^SET @saved_/];
const BEHIND = /^SET SESSION .* = @saved_/;

/**
 * Leaves out objects that the owner does not have, with their settings: a script holds all that the dump has, also what a
 * selection leaves out.
 */
function ownOf(statements: readonly string[], owner: ObjectOwner): readonly string[] {
  const keys = new Set(objectNamesIn(owner).map(keyOf));
  const dropped = new Set<number>();
  for (const [at, statement] of statements.entries()) {
    const object = storedObjectOf(statement);
    if (object === null || keys.has(keyOf(object))) continue;
    dropped.add(at);
    const isSet = BEFORE.every((setting, ahead) => setting.test(statements[at - 1 - ahead] ?? ''));
    if (!isSet || !BEHIND.test(statements[at + 1] ?? '')) continue;
    for (const near of [at - 2, at - 1, at + 1]) dropped.add(near);
  }
  return statements.filter((_, at) => !dropped.has(at));
}

export function isSequence(statement: string): boolean {
  return storedObjectOf(statement)?.kind === 'sequence';
}

/** Statements of a script that create objects, with the settings around them. */
export async function createdBy(dump: DumpFolder, script: string): Promise<readonly string[]> {
  return plainCreations(splitScript(await dump.script(script)).filter((statement) => !isPlace(statement)));
}
