import { readLibraryNames } from '../catalog/libraries';
import { quoteTable } from '../catalog/quote';
import { SluiceError, type Failure } from '../contract/failure';
import type { Check } from '../contract/run';
import { writtenBySluice } from '../format/gates';
import { readScript, type DumpSchema } from '../format/reader';
import { splitScript } from '../format/script';
import type { PrepareContext, PreparedSchema } from './tables';
import type { MadeObject } from './journal';
import { compareObjects, type ComparedObject } from './compare-objects';
import { ObjectStatements } from './object-statements';
import { renameWarnings } from './rename-check';
import { dropEarlier } from './undo';

/** Routines first, because views and triggers may call them; triggers after all rows, so that none fires. */
export async function createObjects(
  context: PrepareContext,
  schema: PreparedSchema,
): Promise<readonly Failure[]> {
  const { session, dump, hooks } = context;
  const { source, target } = schema;
  await session.use(target.target);
  await dropEarlierStored(context, target.target);
  if (target.exists) await makeRoom(context, schema);
  const stored = await newStored(context, schema);
  await context.journal.willMake(session, stored);
  const objects = new ObjectStatements(source, context.options.onExisting === 'skip' ? stored : null);
  const texts: string[] = [];
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) {
      hooks.cancellation.throwIfCancelled();
      await session.run(statement);
      texts.push(statement);
    }
  };
  for (const script of source.document.includesDdl ? source.scripts : [])
    await run(objects.ofSchema(await readScript(dump, script)));
  for (const view of newViews(context, schema))
    await run(splitScript(await readScript(dump, `${view.stem}.sql`)));
  for (const { dump: table } of schema.tables) {
    if (table.document.triggers.length > 0)
      await run(objects.ofTable(await readScript(dump, `${table.stem}.triggers.sql`), table));
  }
  return [
    ...(source.name === target.target ? [] : oldNameWarnings(source.name, target.target, texts)),
    ...(await renameWarnings(dump, { source, target: target.target }, context.options.tableRenames)),
  ];
}

/** A view of the same name that is there stays where that was asked for. */
function newViews({ options }: PrepareContext, { source, target }: PreparedSchema): DumpSchema['views'] {
  return options.onExisting === 'skip'
    ? source.views.filter(({ name }) => !target.clashes.has(name))
    : source.views;
}

/** The routines, triggers and the like of a schema that an earlier attempt has made go, to be made again. */
export async function dropEarlierStored(
  { session, journal }: Pick<PrepareContext, 'session' | 'journal'>,
  schema: string,
): Promise<void> {
  await dropEarlier(session, journal, (made) => made.schema === schema && STORED.has(made.kind));
}

const STORED: ReadonlySet<MadeObject['kind']> = new Set([
  'package',
  'library',
  'function',
  'procedure',
  'event',
  'trigger',
]);

/** The stored objects that the dump brings and that are not there: those will be of this load. */
async function newStored(
  { session }: PrepareContext,
  { source, target, tables }: PreparedSchema,
): Promise<readonly MadeObject[]> {
  const schema = target.target;
  const rows = await session.rows(
    `SELECT ROUTINE_TYPE AS kind, ROUTINE_NAME AS name FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?
     UNION ALL SELECT 'EVENT', EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?
     UNION ALL SELECT 'TRIGGER', TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?`,
    [schema, schema, schema],
  );
  const libraryNames = await readLibraryNames(session, schema);
  const there = new Set([
    ...rows.map(({ kind, name }) => `${kind?.toLowerCase() ?? ''} ${name?.toLowerCase() ?? ''}`),
    ...libraryNames.map((name) => `library ${name.toLowerCase()}`),
  ]);
  const { functions, procedures, events, packages = [], libraries = [] } = source.document;
  const wanted = [
    ['package', packages],
    ['library', libraries],
    ['function', functions],
    ['procedure', procedures],
    ['event', events],
    ['trigger', tables.flatMap(({ dump }) => dump.document.triggers)],
  ] as const;
  return wanted.flatMap(([kind, names]) =>
    names
      .filter((name) => !there.has(`${kind} ${name.toLowerCase()}`))
      .map((name): MadeObject => ({ kind, schema, name })),
  );
}

/** In a schema that was there already, routines and events of the dump's names go first, unless they are to stay. */
async function makeRoom(
  { session, options }: PrepareContext,
  { source, target }: PreparedSchema,
): Promise<void> {
  if (options.onExisting === 'fail' || options.onExisting === 'skip') return;
  const { functions, procedures, events, packages = [], libraries = [] } = source.document;
  const kinds = [
    // A package takes its body along.
    ['PACKAGE', packages],
    ['FUNCTION', functions],
    ['PROCEDURE', procedures],
    ['EVENT', events],
    ['LIBRARY', libraries],
  ] as const;
  for (const [kind, names] of kinds) {
    for (const name of names) await session.run(`DROP ${kind} IF EXISTS ${quoteTable(target.target, name)}`);
  }
}

/** Bodies are the user's own text and are not edited: where they name the old schema, that must be said. */
function oldNameWarnings(source: string, target: string, texts: readonly string[]): readonly Failure[] {
  const named = texts.filter((text) => text.includes(`\`${source}\`.`));
  if (named.length === 0) return [];
  return [
    {
      code: 'unsupported-object',
      message: `${named.length} objects of “${target}” name the schema “${source}” in their text and still use it.`,
      hint: 'Look at the statement and change the object by hand.',
      statement: named[0]?.slice(0, 500),
      retryable: false,
    },
  ];
}

/**
 * Compares the target's objects with the dump's, byte for byte. Fails with `definition-differs` for the first that is
 * not the same.
 */
export async function checkObjects(
  { session, dump, options }: PrepareContext,
  schema: PreparedSchema,
): Promise<readonly Check[]> {
  const { source, target, tables } = schema;
  if (isRowsOnly(schema)) return [];
  if (!writtenBySluice(dump.manifest.dumper)) return [notComparable(target.target)];
  // What was there already and stays is not of this load.
  if (options.onExisting === 'skip' && target.exists) return [keptObjects(target.target)];
  const compared = await compareObjects(session, dump, {
    ...{ source, target: target.target },
    tables: tables.map((table) => table.dump),
  });
  const other = compared.find(({ likeness }) => likeness !== 'same');
  if (other !== undefined) throw otherObject(other, target.target);
  if (compared.length === 0) return [];
  return [
    {
      kind: 'definition',
      state: 'ok',
      detail: `Views, triggers, routines and events of ${target.target} equal the dump’s to the byte`,
    },
  ];
}

function otherObject({ kind, name, file, line }: ComparedObject, schema: string): SluiceError {
  return new SluiceError('definition-differs', `The target’s ${kind} “${name}” is not that of ${file}.`, {
    ...{ table: `${schema}.${name}`, chunk: file },
    ...(line !== '' && { statement: line }),
  });
}

/** Another tool writes its scripts in its own words. */
function notComparable(schema: string): Check {
  const detail = `Views, triggers, routines and events of ${schema} were made from another tool’s scripts`;
  return { kind: 'definition', state: 'not-checked', detail };
}

function keptObjects(schema: string): Check {
  const detail = `Views, triggers, routines and events of ${schema} that were there already were left as they are`;
  return { kind: 'definition', state: 'not-checked', detail };
}

/** Then there are at most triggers, which were taken off their tables and came back. */
function isRowsOnly({ source, tables }: PreparedSchema): boolean {
  return (
    !source.document.includesDdl && tables.every(({ dump: { document } }) => document.triggers.length === 0)
  );
}
