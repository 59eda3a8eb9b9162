import { withDefiner } from '../catalog/definer';
import { readEvents, readRoutines, readTriggers, readViews, type StoredObject } from '../catalog/objects';
import { groupBy } from '../catalog/group-by';
import { quoteTable } from '../catalog/quote';
import { readSequences } from '../catalog/sequences';
import { SluiceError, type Failure } from '../contract/failure';
import type { DefinerWish } from '../contract/options';
import type { Check } from '../contract/run';
import { writtenBySluice } from '../format/gates';
import { readScript } from '../format/reader';
import { splitScript } from '../format/script';
import { schemaScript, triggersScript, viewScript } from '../format/sql-files';
import type { PrepareContext, PreparedSchema } from './tables';
import type { MadeObject } from './journal';
import { isSequenceStatement } from './target';
import { dropOf } from './undo';

/** Routines first, because views and triggers may call them; triggers after all rows, so that none fires. */
export async function createObjects(
  context: PrepareContext,
  schema: PreparedSchema,
): Promise<readonly Failure[]> {
  const { session, dump, hooks } = context;
  const { source, target } = schema;
  if (!source.document.includesDdl) return [];
  await session.use(target.target);
  await dropEarlier(context, target.target);
  if (target.exists) await makeRoom(context, schema);
  await context.journal.willMake(session, await newStored(context, schema));
  const texts: string[] = [];
  const run = async (file: string, wanted: (statement: string) => boolean): Promise<void> => {
    hooks.cancellation.throwIfCancelled();
    const script = await readScript(dump, file);
    for (const statement of splitScript(script).filter(wanted)) {
      await session.run(statement);
      texts.push(statement);
    }
  };
  for (const script of source.scripts) await run(script, isObjectStatement);
  for (const view of source.views) await run(`${view.stem}.sql`, () => true);
  const prepared = new Set(schema.tables.map(({ dump: table }) => table.name));
  for (const table of source.tables) {
    if (table.document.triggers.length === 0 || !prepared.has(table.name)) continue;
    await run(`${table.stem}.triggers.sql`, () => true);
  }
  return source.name === target.target ? [] : oldNameWarnings(source.name, target.target, texts);
}

/** The schema and its sequences are there already. */
function isObjectStatement(statement: string): boolean {
  return !/^(CREATE DATABASE|USE) /.test(statement) && !isSequenceStatement(statement);
}

/** What an earlier attempt has made goes first, to be made again. */
async function dropEarlier({ session, journal }: PrepareContext, schema: string): Promise<void> {
  const made = (await journal.made(session)).filter(
    (object) => object.schema === schema && STORED.has(object.kind),
  );
  for (const object of made) await session.run(dropOf(object));
}

const STORED: ReadonlySet<MadeObject['kind']> = new Set([
  'package',
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
  const there = new Set(
    rows.map(({ kind, name }) => `${kind?.toLowerCase() ?? ''} ${name?.toLowerCase() ?? ''}`),
  );
  const { functions, procedures, events, packages = [] } = source.document;
  const wanted = [
    ['package', packages],
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

/** In a schema that was there already, routines and events of the dump's names go first. */
async function makeRoom(
  { session, options }: PrepareContext,
  { source, target }: PreparedSchema,
): Promise<void> {
  if (options.onExisting === 'fail') return;
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
  if (!source.document.includesDdl) return [];
  if (!writtenBySluice(dump.manifest.dumper)) return [notComparable(target.target)];
  const name = target.target;
  let compared = 0;
  /** A dump without definers gives the loading account's to its objects. */
  const compare = async (file: string, now: (wish: DefinerWish) => string): Promise<void> => {
    const dumped = objectPart(await readScript(dump, file));
    if (dumped !== objectPart(now({ kind: 'keep' })) && dumped !== objectPart(now({ kind: 'strip' }))) {
      throw new SluiceError('definition-differs', `The target’s definitions are not those of ${file}.`, {
        chunk: file,
      });
    }
    compared += 1;
  };
  const { functions, procedures, events, packages = [], sequences = [] } = source.document;
  const wanted = new Set([...functions, ...procedures, ...events, ...packages]);
  const objects = [...(await readRoutines(session, name)), ...(await readEvents(session, name))].filter(
    (object) => wanted.has(object.name),
  );
  const found = await readSequences(session, name, (sequence) => sequences.includes(sequence));
  await compare(`${source.stem}.sql`, (wish) =>
    schemaScript(source.name, '', withDefiners(objects, wish), found),
  );
  const stems = new Map(source.views.map((view) => [view.name, view.stem]));
  for (const view of await readViews(session, name, (view) => stems.has(view)))
    await compare(`${stems.get(view.name) ?? ''}.sql`, (wish) =>
      withDefiners([view], wish).map(viewScript).join(''),
    );
  const triggers = groupBy(await readTriggers(session, name), ({ table }) => table);
  for (const { dump: table } of schema.tables) {
    if (table.document.triggers.length === 0) continue;
    await compare(`${table.stem}.triggers.sql`, (wish) =>
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

/** A schema's script without its head: the schema's own statement differs where it was renamed. */
function objectPart(script: string): string {
  const use = script.indexOf('\nUSE ');
  return use < 0 ? script : script.slice(script.indexOf('\n', use + 1));
}
