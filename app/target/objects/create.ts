import { SluiceError, type Failure } from '../../contract/failure';
import { escapeRegex } from '../../contract/commands/pattern';
import type { Check } from '../../contract/runs/result';
import { failureOf } from '../../engine/failures';
import { writtenBySluice } from '../../format/documents';
import { readScript } from '../../format/read/reader';
import { repeatedSettings } from '../../format/sql/repeated-settings';
import { splitScript } from '../../format/sql/script';
import { withEventsDisabled } from '../../format/sql/stored-events';
import { isPlace, plainCreations } from '../../format/sql/creation';
import { keyOf, objectNamesIn, storedObjectOf, type NamedObject } from '../../format/sql/stored-object';
import { existingTable } from '../existing/triggers';
import { createOwned } from '../tables/ownership';
import { detachObject, reattachTriggers } from '../existing/replaced';
import { restoreGrants } from './routine-grants';
import { keepsExisting } from '../target-schema';
import { makePastEvents } from './events';
import { compareObjects } from './compare';
import type { ComparedObject, ObjectName } from './likeness';
import { isKeptObject, IS_GOOD, warnOfKept } from './kept';
import { ObjectStatements } from './statements';
import { placedIn } from '../names/schema-qualifier';
import { renameWarnings } from '../names/rename-check';
import { runStatement } from '../session/run-statement';
import { refusal } from '../trial/refusal';
import { dropEarlierObjects } from '../rollback/created-objects';
import { viewRuns, viewsInOrder, type ViewToCreate } from '../../format/sql/view-order';
import type { TargetContext } from '../context';
import type { PreparedSchema } from '../tables/prepared-table';
import type { LateGrants } from '../accounts/late-grants';
import type { DumpSchema } from '../../format/read/dump';
import type { CreatedObject } from '../journal/created-object';
import { objectFailures, objectText } from '../../text/target/objects';

/** Kinds of stored objects that are created in one step. */
type Kinds = ReadonlySet<CreatedObject['kind']>;

const LIBRARIES: Kinds = new Set(['library'] as const);
const PROGRAMS: Kinds = new Set(['package', 'function', 'procedure', 'event'] as const);
const TRIGGERS: Kinds = new Set(['trigger'] as const);

/** Creates objects of some kinds in all schemas; can be repeated after a lost connection. */
type ObjectStep = (
  context: TargetContext,
  schemas: readonly PreparedSchema[],
  grants: LateGrants,
) => Promise<readonly Failure[]>;

/**
 * Steps that create everything except tables and rows, kind after kind over all schemas, because an object may depend
 * on another schema's: routines may import libraries; views and triggers may call routines; no trigger may fire while
 * rows arrive.
 */
export const OBJECT_STEPS: readonly ObjectStep[] = [
  eachSchema(createLibraries),
  eachSchema(createPrograms),
  grantOnRoutines,
  createViews,
  eachSchema(createTriggers),
  eachSchema(warnOfKept),
];

function eachSchema(
  create: (context: TargetContext, schema: PreparedSchema) => Promise<readonly Failure[]>,
): ObjectStep {
  return async (context, schemas) => {
    const failures: Failure[] = [];
    for (const schema of schemas) failures.push(...(await create(context, schema)));
    return failures;
  };
}

async function grantOnRoutines(
  { session }: TargetContext,
  _schemas: readonly PreparedSchema[],
  grants: LateGrants,
): Promise<readonly Failure[]> {
  await grants.runOnRoutines(session);
  return [];
}

async function createLibraries(context: TargetContext, schema: PreparedSchema): Promise<readonly Failure[]> {
  if ((schema.source.document.libraries ?? []).length === 0) return [];
  return oldNameWarnings(schema, await createStoredOf(context, schema, LIBRARIES));
}

async function createPrograms(context: TargetContext, schema: PreparedSchema): Promise<readonly Failure[]> {
  const { dump, options } = context;
  const { source, target } = schema;
  return [
    ...oldNameWarnings(schema, await createStoredOf(context, schema, PROGRAMS)),
    ...(await restoreGrants(context.session, context.journal, target.target)),
    ...(await renameWarnings(dump, { source, target: target.target }, options.tableRenames)),
  ];
}

/**
 * Creates each view after those that it depends on: over a placeholder a view may be refused (error 1368), and the
 * server takes an updatable view for one that is not.
 */
async function createViews(
  context: TargetContext,
  schemas: readonly PreparedSchema[],
  grants: LateGrants,
): Promise<readonly Failure[]> {
  const views: ScriptedView[] = [];
  for (const schema of schemas) {
    for (const { name, stem } of newViews(context, schema)) {
      const text = await readScript(context.dump, `${stem}.sql`);
      const statements = splitScript(text)
        .filter((statement) => !isPlace(statement))
        .map((statement) => placedIn(schema.source.name, statement));
      views.push({ schema: schema.target.target, name, text, statements });
    }
  }
  for (const run of viewRuns(viewsInOrder(views))) {
    if (run.isOrdered) await createGranted(context, run.views, grants);
    else await createGroup(context, run.views, grants);
  }
  return schemas.flatMap((schema) => {
    const own = views.filter((view) => view.schema === schema.target.target);
    return oldNameWarnings(
      schema,
      own.flatMap(({ statements }) => statements),
    );
  });
}

interface ScriptedView extends ViewToCreate {
  /** Statement that creates the view, with the settings around it. */
  readonly statements: readonly string[];
}

/** Creates views of one schema, each after those that it depends on and the grants on them. */
async function createGranted(
  context: TargetContext,
  views: readonly ScriptedView[],
  grants: LateGrants,
): Promise<void> {
  let begun = 0;
  for (const [at, view] of views.entries()) {
    if (at + 1 < views.length && !grants.waitFor(view)) continue;
    await createOrdered(context, views.slice(begun, at + 1));
    await grants.runOnView(context.session, view);
    begun = at + 1;
  }
}

/** Creates views of one schema, each after those that it depends on. */
async function createOrdered(context: TargetContext, views: readonly ScriptedView[]): Promise<void> {
  const own = views.flatMap((view) => view.statements.map((statement) => ({ view, statement })));
  const repeated = repeatedSettings(own.map(({ statement }) => statement));
  // Before the first settings: under them a name might be read in another character set.
  await context.session.use(views[0]?.schema ?? '');
  for (const { view, statement } of own.filter((_, at) => !repeated.has(at))) {
    await runAll(context, [statement]).catch((error: unknown) => {
      throw refusedView(error, view, statement);
    });
  }
}

/** Creates views of unknown order, once for each of them: then each was created after all that it depends on. */
async function createGroup(
  context: TargetContext,
  group: readonly ScriptedView[],
  grants: LateGrants,
): Promise<void> {
  for (let left = group.length; left > 0; left -= 1) {
    for (const view of group) {
      await context.session.use(view.schema);
      const refused: unknown[] = [];
      // The settings behind a statement that fails must be put back too.
      for (const statement of view.statements)
        await runAll(context, [statement]).catch((error: unknown) => {
          if (left === 1 || failureOf(error).code !== 'statement-failed')
            throw refusedView(error, view, statement);
          refused.push(error);
        });
      if (refused.length === 0) await grants.runOnView(context.session, view);
    }
  }
}

/** Returns the failure of a view that the server refuses; any other failure names it too. */
function refusedView(error: unknown, { schema, name }: ScriptedView, statement: string): SluiceError {
  const failure = failureOf(error);
  if (failure.code === 'statement-failed')
    return SluiceError.from(refusal(failure, { schema, name, kind: 'view' }, statement));
  return SluiceError.from({ ...failure, table: failure.table ?? `${schema}.${name}` });
}

/** Runs all statements, and returns them. */
async function runAll(
  { session, hooks }: TargetContext,
  statements: readonly string[],
): Promise<readonly string[]> {
  for (const statement of statements) {
    hooks.cancellation.throwIfCancelled();
    await runStatement(session, statement);
  }
  return statements;
}

/** Restores dropped triggers, and creates the dump's others. */
async function createTriggers(context: TargetContext, schema: PreparedSchema): Promise<readonly Failure[]> {
  const { dump, session, journal, hooks } = context;
  const { target, source, tables } = schema;
  const kept = new Set(tables.filter(({ isKept }) => isKept).map(({ dump: { name } }) => name));
  const keptObjects = new Set([...kept].map((name) => existingTable(target.namesakes, name)));
  await dropEarlierStored(context, target.target, TRIGGERS);
  await reattachTriggers({ session, journal }, hooks, (trigger) => {
    return trigger.schema === target.target && keptObjects.has(trigger.table ?? '');
  });
  const isThere = (trigger: string) =>
    target.namesakes.some(
      ({ kind, name, table }) => kind === 'trigger' && name === trigger && kept.has(table ?? ''),
    );
  const wanted: NamedObject[] = [];
  const scripts: string[] = [];
  for (const { dump: table, isKept } of tables) {
    const { triggers } = table.document;
    if (triggers.length === 0 || (isKept && !source.document.includesDdl)) continue;
    wanted.push(
      ...triggers
        .filter((name) => !isKept || !isThere(name))
        .map((name): NamedObject => ({ kind: 'trigger', name })),
    );
    const all = new ObjectStatements(source, null);
    scripts.push(...all.ofTable(await readScript(dump, `${table.stem}.triggers.sql`), table));
  }
  return oldNameWarnings(schema, await createStored(context, schema, wanted, scripts));
}

/** Creates the objects of these kinds from the schema's scripts; returns the statements. */
async function createStoredOf(
  context: TargetContext,
  schema: PreparedSchema,
  kinds: Kinds,
): Promise<readonly string[]> {
  const { source, target } = schema;
  await dropEarlierStored(context, target.target, kinds);
  if (context.options.onExisting === 'drop') await makeRoom(context, schema, kinds);
  const scripts: string[] = [];
  const statements: string[] = [];
  for (const file of source.document.includesDdl ? source.scripts : []) {
    const script = withEventsDisabled(await readScript(context.dump, file));
    scripts.push(script);
    statements.push(...new ObjectStatements(source, null).ofSchema(script, kinds));
  }
  const isKept = ({ kind, name }: NamedObject) =>
    keepsExisting(context.options) &&
    target.namesakes.some((namesake) => namesake.kind === kind && namesake.name === name);
  const wanted = ofKinds({ document: source.document, tables: [] }, kinds).filter(
    (object) => !isKept(object),
  );
  const texts = await createStored(context, schema, wanted, statements);
  for (const script of kinds.has('event') ? scripts : []) await makePastEvents(context, schema, script);
  return texts;
}

/** Creates the selected objects by the statements that create them; returns the statements that were run. */
async function createStored(
  context: TargetContext,
  { target }: PreparedSchema,
  wanted: readonly NamedObject[],
  statements: readonly string[],
): Promise<readonly string[]> {
  const { session, journal, hooks } = context;
  const keys = new Set(wanted.map(keyOf));
  const objectOf = (statement: string) => {
    const object = storedObjectOf(statement);
    return object === null || !keys.has(keyOf(object)) ? null : keyOf(object);
  };
  const own = plainCreations(statements).filter(
    (statement) => storedObjectOf(statement) === null || objectOf(statement) !== null,
  );
  const texts = new Map<string, string>();
  for (const statement of own) {
    const key = objectOf(statement);
    if (key !== null) texts.set(key, `${texts.get(key) ?? ''}${statement}\n`);
  }
  const created = wanted.filter((object) => texts.has(keyOf(object)));
  const entries = await journal.recordCreate(
    session,
    created.map(({ kind, name }) => ({
      kind,
      schema: target.target,
      name,
      statement: texts.get(keyOf({ kind, name })) ?? '',
    })),
  );
  const entryOf = new Map(entries.map((entry) => [keyOf(entry), entry] as const));
  await session.use(target.target);
  const repeated = repeatedSettings(own);
  const run = own.filter((_, at) => !repeated.has(at));
  for (const [at, statement] of run.entries()) {
    hooks.cancellation.throwIfCancelled();
    const entry = entryOf.get(objectOf(statement) ?? '');
    try {
      if (entry === undefined) await runStatement(session, statement);
      else await createOwned(session, journal, entry, [statement]);
    } catch (error) {
      throw refusedObject(error, target.target, run.slice(at));
    }
  }
  return own;
}

/**
 * Returns the failure of a stored object that the server refuses, or one of the settings before it.
 *
 * @param statements from the refused one on
 */
function refusedObject(error: unknown, schema: string, statements: readonly string[]): unknown {
  if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') return error;
  const [object] = statements.flatMap((statement) => storedObjectOf(statement) ?? []);
  if (object === undefined) return error;
  return SluiceError.from(refusal(error.failure, { schema, ...object }, statements[0] ?? ''));
}

/** Returns the views to create: an existing view of the same name stays where the options say so. */
export function newViews(
  { options }: Pick<TargetContext, 'options'>,
  { source, target }: PreparedSchema,
): DumpSchema['views'] {
  return keepsExisting(options) ? source.views.filter(({ name }) => !target.clashes.has(name)) : source.views;
}

/** Drops the stored objects of a schema that an earlier attempt created, so that they can be created again. */
export async function dropEarlierStored(
  { session, journal }: Pick<TargetContext, 'session' | 'journal'>,
  schema: string,
  kinds: Kinds = new Set([...LIBRARIES, ...PROGRAMS, ...TRIGGERS]),
): Promise<void> {
  await dropEarlierObjects(session, journal, schema, kinds);
}

/** Records existing routines and events that have names of the dump's, and drops them. */
async function makeRoom(
  { session, journal }: TargetContext,
  { target: { target, namesakes } }: PreparedSchema,
  kinds: Kinds,
): Promise<void> {
  for (const { kind, there } of namesakes)
    if (kind !== 'trigger' && kinds.has(kind)) await detachObject({ session, journal }, target, there);
}

/** Lists the objects of these kinds in a schema of a dump. */
function ofKinds(schema: Pick<DumpSchema, 'document' | 'tables'>, kinds: Kinds): readonly NamedObject[] {
  return objectNamesIn(schema).filter(({ kind }) => kinds.has(kind));
}

const LITERALS = /'(?:[^'\\]|\\[^]|'')*'|--(?=\s)[^\n]*|\/\*(?!M?!)[^]*?\*\//g;

/** Returns a pattern for a schema's name before a dot, in quotes or without. */
function namesSchema(schema: string): RegExp {
  const quoted = ['`', '"'].map((quote) => quote + schema.split(quote).join(quote + quote) + quote);
  const bare = `(?<![\\w$.@\`"\\u0080-\\uffff])${escapeRegex(schema)}`;
  return new RegExp(`(?:${[...quoted.map(escapeRegex), bare].join('|')})\\s*\\.`);
}

/** Warns of bodies that name the old schema: they are the user's own text and are not edited. */
function oldNameWarnings(
  { source: { name: source }, target: { target } }: PreparedSchema,
  texts: readonly string[],
): readonly Failure[] {
  if (source === target) return [];
  const names = namesSchema(source);
  const named = texts.filter((text) => names.test(text.replace(LITERALS, ' ')));
  if (named.length === 0) return [];
  const statement = named[0]?.slice(0, 500);
  return [objectFailures.oldSchemaNamed({ count: named.length, target, source }, { statement }).failure];
}

/** Number of objects that `checkObjects` reads back. */
export function objectCount({ source, tables }: PreparedSchema): number {
  const triggers = tables.reduce((count, { dump }) => count + dump.document.triggers.length, 0);
  return source.views.length + objectNamesIn({ ...source, tables: [] }).length + triggers;
}

/**
 * Compares the target's objects with the dump's, byte for byte. Fails with `definition-differs` for the first
 * difference.
 */
export async function checkObjects(
  { session, dump, options }: TargetContext,
  schema: PreparedSchema,
): Promise<readonly Check[]> {
  const { source, target, tables } = schema;
  const isRowsOnly = !source.document.includesDdl;
  if (isRowsOnly && tables.every(({ dump: { document } }) => document.triggers.length === 0)) return [];
  // Kept objects that existed before are not part of this load.
  if (options.onExisting === 'skip' && target.exists) return [notChecked(objectText.allKept(target.target))];
  const compared = await compareObjects(session, dump, {
    source,
    target: target.target,
    tables: tables.map((table) => table.dump),
    events: 'disabled',
  });
  if (!writtenBySluice(dump.manifest.dumper)) return checksOfOtherTool(compared, target.target);
  const others = compared.filter(({ likeness }) => !IS_GOOD.has(likeness));
  // Triggers that a load of rows took off their tables are there again; which they were is not its business.
  if (isRowsOnly && others.length > 0)
    return [notChecked(objectText.stayed({ schema: target.target, objects: others.map(nameOf) }))];
  const kept = others.filter((object) => isKeptObject(options, schema, object));
  const other = others.find((object) => !kept.includes(object));
  if (other !== undefined) throw otherObject(other, target.target);
  if (compared.length === 0) return [];
  if (kept.length > 0)
    return [notChecked(objectText.kept({ schema: target.target, objects: kept.map(nameOf) }))];
  const isSame = compared.every(({ likeness }) => likeness === 'same');
  const unclear = compared.filter(({ likeness }) => likeness === 'unclear');
  return [
    {
      kind: 'definition',
      state: 'ok',
      detail: isSame ? objectText.equal(target.target) : objectText.sameMeaning(target.target),
    },
    ...(unclear.length === 0 ? [] : [notCompared(unclear, target.target)]),
  ];
}

/** Returns the checks for objects of another tool’s dump: other words may have the same meaning. */
function checksOfOtherTool(compared: readonly ComparedObject[], schema: string): readonly Check[] {
  const unlike = compared.filter(({ likeness }) => likeness !== 'same' && likeness !== 'same-meaning');
  const isSome = unlike.length < compared.length;
  return [
    ...(isSome
      ? [{ kind: 'definition', state: 'ok', detail: objectText.sameAsOtherTools(schema) } as const]
      : []),
    ...(unlike.length > 0
      ? [notChecked(objectText.ofOtherTool({ schema, objects: unlike.map(nameOf) }))]
      : []),
  ];
}

/** Returns the check for objects that were not compared: each version prints a view's query in its own words. */
function notCompared(objects: readonly ComparedObject[], schema: string): Check {
  return notChecked(objectText.notCompared({ schema, objects: objects.map(nameOf) }));
}

function otherObject({ kind, name, file, line }: ComparedObject, schema: string): SluiceError {
  return objectFailures.objectDiffers(
    { kind, name, file },
    { table: `${schema}.${name}`, chunk: file, ...(line !== '' && { statement: line }) },
  );
}

function notChecked(detail: string): Check {
  return { kind: 'definition', state: 'not-checked', detail };
}

function nameOf({ kind, name }: ComparedObject): ObjectName {
  return { kind, name };
}
