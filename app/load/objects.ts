import { withDefiner } from '../catalog/definer';
import { readLibraries, readLibraryNames } from '../catalog/libraries';
import { readEvents, readRoutines, readTriggers, readViews, type StoredObject } from '../catalog/objects';
import { groupBy } from '../catalog/group-by';
import { quoteTable } from '../catalog/quote';
import { readSequences } from '../catalog/sequences';
import { SluiceError, type Failure } from '../contract/failure';
import type { DefinerWish } from '../contract/options';
import type { Check } from '../contract/run';
import { writtenBySluice } from '../format/gates';
import { readScript, type DumpSchema, type DumpTable } from '../format/reader';
import { splitScript } from '../format/script';
import { schemaScript, triggersScript, viewScript } from '../format/sql-files';
import type { PrepareContext, PreparedSchema } from './tables';
import type { MadeObject } from './journal';
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
 * Writes the scripts of the target's objects again and compares them with the dump's, byte for byte. Fails with
 * `definition-differs` for the first that is not the same.
 */
export async function checkObjects(
  context: PrepareContext,
  schema: PreparedSchema,
): Promise<readonly Check[]> {
  const { session, dump } = context;
  const { source, target } = schema;
  if (isRowsOnly(schema)) return [];
  if (!writtenBySluice(dump.manifest.dumper)) return [notComparable(target.target)];
  // What was there already and stays is not of this load.
  if (context.options.onExisting === 'skip' && target.exists) return [keptObjects(target.target)];
  const name = target.target;
  const statements = new ObjectStatements(source, null);
  let compared = 0;
  /** A dump without definers gives the loading account's to its objects. */
  const compare = async (
    file: string,
    table: DumpTable | null,
    now: (wish: DefinerWish) => string,
  ): Promise<void> => {
    const dumped = statements.comparable(await readScript(dump, file), table).join('\n');
    const isNow = (wish: DefinerWish) => dumped === statements.comparable(now(wish), null).join('\n');
    if (!isNow({ kind: 'keep' }) && !isNow({ kind: 'strip' })) {
      throw new SluiceError('definition-differs', `The target’s definitions are not those of ${file}.`, {
        chunk: file,
      });
    }
    compared += 1;
  };
  const { functions, procedures, events, packages = [], libraries = [], sequences = [] } = source.document;
  const wanted = new Set([...functions, ...procedures, ...events, ...packages, ...libraries]);
  const objects = [
    ...(await readLibraries(session, name)),
    ...(await readRoutines(session, name)),
    ...(await readEvents(session, name)),
  ].filter((object) => wanted.has(object.name));
  const found = await readSequences(session, name, (sequence) => sequences.includes(sequence));
  if (source.document.includesDdl)
    await compare(`${source.stem}.sql`, null, (wish) =>
      schemaScript(source.name, '', withDefiners(objects, wish), found),
    );
  const stems = new Map(source.views.map((view) => [view.name, view.stem]));
  for (const view of await readViews(session, name, (view) => stems.has(view)))
    await compare(`${stems.get(view.name) ?? ''}.sql`, null, (wish) =>
      withDefiners([view], wish).map(viewScript).join(''),
    );
  const triggers = groupBy(await readTriggers(session, name), ({ table }) => table);
  for (const { dump: table } of schema.tables) {
    if (table.document.triggers.length === 0) continue;
    await compare(`${table.stem}.triggers.sql`, table, (wish) =>
      triggersScript(withDefiners(triggers.get(table.name) ?? [], wish)),
    );
  }
  if (compared < 2 && wanted.size === 0 && found.length === 0) return [];
  return [
    {
      kind: 'definition',
      state: 'ok',
      detail: `Views, triggers, routines and events of ${name} equal the dump’s to the byte`,
    },
  ];
}

function withDefiners<T extends StoredObject>(objects: readonly T[], wish: DefinerWish): readonly T[] {
  return objects.map((object) => ({ ...object, definition: withDefiner(object.definition, wish) }));
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
