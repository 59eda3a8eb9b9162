import type { Asker } from '../../catalog/session/answers';
import type { ControlSession } from '../../catalog/session/control-session';
import { isRefusal } from '../../catalog/session/statement-failure';
import { withDefiner } from '../../catalog/definition/definer';
import {
  askForCreateSchemas,
  readCreateSchema,
  readCreateTables,
  readEvents,
  readRoutines,
  readTriggers,
  readSoundViews,
  type StoredObject,
  type TriggerObject,
  type ViewObject,
} from '../../catalog/objects/objects';
import { groupBy } from '../../catalog/collections/group-by';
import { readLibraries } from '../../catalog/objects/libraries';
import { askForEvents, askForLists, LISTS } from '../../catalog/objects/lists';
import { quoteTable } from '../../catalog/text/quote';
import { readSequences, type SequenceObject } from '../../catalog/objects/sequences';
import { questionsOnTables, readTables, type TableFacts } from '../../catalog/objects/tables';
import { brokenViews, type CoverageGap } from '../../contract/runs/coverage';
import { brokenRefusal, brokenWarning } from '../../text/coverage';
import type { Content, DumpOptions } from '../../contract/runs/options';
import type { Failure } from '../../contract/failure';
import type { EngineDumpTable } from '../../engine/specs';
import type { RunHooks } from '../../engine/hooks';
import type { Stems } from '../../format/names';
import { settleAll } from '../../catalog/collections/settle';
import type { CheckedSelection } from '../selection/selection';
import type { DumpedDefinition } from './compare-definitions';
import type { TableName } from '../locks/locks';
import type { SchemaInput, SchemaStem } from './documents';
import { inCalls } from './in-calls';
import { growingBatches, inOrder } from './in-order';
import { planTable, toEngineTables, type RowSelection, type TablePlan } from '../table-plan';
import { warningsFor } from '../preflight';
import { collationWarnings } from './losses';
import { versionsRead } from '../row-versions';

/** Part of a schema that the lanes wait for: its tables, and their triggers, which the tables' files list. */
export interface SchemaTables extends SchemaStem {
  readonly tables: readonly TablePlan[];
  readonly triggers: readonly TriggerObject[];
  readonly warnings: readonly Failure[];
}

export interface SchemaPlan extends SchemaTables {
  readonly views: readonly (ViewObject & { readonly stem: string })[];
  /** Objects that can't be created again, and are left out. */
  readonly gaps: readonly CoverageGap[];
  /** Libraries, routines, packages and events. */
  readonly objects: readonly StoredObject[];
  readonly sequences: readonly SequenceObject[];
}

/** Every definition, once it is written. */
export interface WrittenObjects {
  readonly plans: readonly SchemaPlan[];
  readonly definitions: readonly DumpedDefinition[];
}

interface Context {
  readonly options: DumpOptions;
  readonly hooks: Pick<RunHooks, 'cancellation'>;
  readonly catalog: ControlSession;
  /** Takes many statements in one call, and none of them from a user. */
  readonly definitions: ControlSession;
  /** Called with the data sets of tables whose definitions the sink has taken: from then on their rows may be read. */
  readonly announce: (tables: readonly EngineDumpTable[]) => void;
  readonly stems: Stems;
  readonly selected: CheckedSelection;
  /** Dumped first, because they stay locked until then. */
  readonly heldTables: readonly TableName[];
}

/** A context, with the names of the tables that stay locked: each table is looked up several times. */
interface Reading extends Context {
  readonly held: ReadonlySet<string>;
}

/** A table with everything that is written before its rows. */
export interface DescribedTable {
  readonly table: TablePlan;
  readonly createTable: string;
  readonly triggers: readonly TriggerObject[];
}

/** Receives definitions as they are read: a dump's folder, or the memory of a migration. */
export interface DefinitionSink {
  /** Resolves when the documents of all these tables are kept. */
  tables(described: readonly DescribedTable[], options: DumpOptions): Promise<void>;
  views(views: readonly (ViewObject & { readonly stem: string })[]): Promise<void>;
  schema(
    stem: SchemaStem,
    input: SchemaInput,
    createSchema: string,
    objects: readonly StoredObject[],
    sequences: readonly SequenceObject[],
    content: Content,
  ): Promise<void>;
}

/** Reads definitions and hands them to a sink. Runs after the lock is released, while DDL is still blocked. */
export function readDefinitions(given: Context): {
  plan(schemas: readonly SchemaStem[]): Promise<readonly SchemaTables[]>;
  write(planned: readonly SchemaTables[], writer: DefinitionSink): Promise<WrittenObjects>;
} {
  const held = new Set(given.heldTables.map(({ schema, name }) => quoteTable(schema, name)));
  const context = { ...given, held };
  return {
    plan: async (schemas) => {
      const planned: SchemaTables[] = [];
      for (const some of inCalls(schemas, given.selected.scopeFacts.names)) {
        const ask = await askForTables(context, some);
        for (const schema of some) planned.push(await planTables(context, schema, ask));
      }
      return planned;
    },
    write: (planned, writer) => writeObjects(context, planned, writer),
  };
}

async function askForTables({ catalog, options }: Reading, schemas: readonly SchemaStem[]): Promise<Asker> {
  const isData = options.selection.content === 'data';
  return await catalog.askQuestions(
    schemas.flatMap(({ schema }) => [
      ...Object.values(questionsOnTables(catalog.server, schema)),
      ...(isData ? [] : [LISTS.triggers(schema)]),
    ]),
  );
}

async function planTables(context: Reading, { schema, stem }: SchemaStem, ask: Asker): Promise<SchemaTables> {
  const { catalog, selected, stems, options } = context;
  const { objectFilter } = selected;
  const all = await readTables(catalog, schema, ask);
  const tables = all.filter(({ name }) => objectFilter.table(schema, name));
  const takesTrigger = (name: string, table: string) => objectFilter.trigger(schema, table, name);
  const isData = options.selection.content === 'data';
  const triggers = isData ? [] : await readTriggers(catalog, schema, takesTrigger, ask);
  return {
    schema,
    stem,
    tables: tables
      .filter(({ kind }) => kind !== 'sequence')
      .map((table) => planTable(table, stems, rowSelection(context, table))),
    triggers: triggers.map((trigger) => defined(context, trigger)),
    warnings: tables
      .filter((table) => !isLocked(context, table))
      .flatMap((table) => warningsFor(table, versionsRead(table, options.history))),
  };
}

/** Plans the objects of schemas that no lane waits for. */
async function planOtherObjects(
  context: Reading,
  planned: readonly SchemaTables[],
): Promise<readonly SchemaPlan[]> {
  const { catalog, selected, options } = context;
  if (options.selection.content === 'data')
    return planned.map((schema) => ({ ...schema, gaps: [], views: [], objects: [], sequences: [] }));
  const schemas = planned.map(({ schema }) => schema);
  const askForEvent = await askForEvents(catalog, schemas);
  const events: (readonly StoredObject[])[] = [];
  for (const schema of schemas) {
    const takes = (name: string) => selected.objectFilter.event(schema, name);
    events.push(await readListedEvents(catalog, schema, takes, askForEvent));
  }
  const ask = await askForLists(catalog, schemas);
  const plans: SchemaPlan[] = [];
  for (const [at, schema] of planned.entries())
    plans.push(await planObjectsOf(context, schema, { events: events[at] ?? [], ask }));
  return plans;
}

/** ER_EVENT_DOES_NOT_EXIST */
const NO_EVENT = 1539;

/** Reads events, and again where one has removed itself since it was listed. */
async function readListedEvents(
  catalog: ControlSession,
  schema: string,
  takes: (event: string) => boolean,
  ask: Asker,
): Promise<readonly StoredObject[]> {
  try {
    return await readEvents(catalog, schema, takes, ask);
  } catch (error) {
    if (!isRefusal(error, NO_EVENT)) throw error;
    return await readEvents(catalog, schema, takes);
  }
}

interface Listed {
  readonly events: readonly StoredObject[];
  /** Has the lists of its other objects. */
  readonly ask: Asker;
}

async function planObjectsOf(
  context: Reading,
  planned: SchemaTables,
  { events, ask }: Listed,
): Promise<SchemaPlan> {
  const { catalog, selected, stems, options } = context;
  const { objectFilter } = selected;
  const { schema } = planned;
  const takesTable = (name: string) => objectFilter.table(schema, name);
  const takesRoutine = (name: string) => objectFilter.routine(schema, name);
  const { views, broken } = await readSoundViews(catalog, schema, takesTable, ask);
  const gaps = broken.length === 0 ? [] : [brokenViews(schema, broken)];
  const [gap] = gaps;
  if (gap !== undefined && options.requireComplete) throw brokenRefusal(gap);
  const routines = await readRoutines(catalog, schema, takesRoutine, ask);
  const libraries = await readLibraries(catalog, schema, takesRoutine, ask);
  const programs = [...routines, ...events, ...planned.triggers];
  const losses = await collationWarnings(catalog, schema, programs);
  return {
    ...planned,
    gaps,
    warnings: [...planned.warnings, ...gaps.map(brokenWarning), ...losses],
    views: views.map((view) => ({ ...defined(context, view), stem: stems.of(schema, view.name) })),
    // A routine can't be created before the libraries that it imports.
    objects: [...libraries, ...routines, ...events].map((object) => defined(context, object)),
    sequences: await readSequences(catalog, schema, takesTable, ask),
  };
}

function defined<T extends StoredObject>({ options: { definers }, catalog }: Context, object: T): T {
  const wish = definers.kind === 'current' ? replacedBy(catalog.server.account) : definers;
  return { ...object, definition: withDefiner(object.definition, wish) };
}

/** The wish that makes an account, `user@host` as the server prints it, the definer of all objects. */
function replacedBy(account: string) {
  const at = account.lastIndexOf('@');
  return { kind: 'replace', user: account.slice(0, at), host: account.slice(at + 1) } as const;
}

function rowSelection({ options, selected }: Context, { schema, name }: TableFacts): RowSelection {
  const isThis = (entry: { readonly schema: string; readonly table: string }) =>
    entry.schema === schema && entry.table === name;
  return {
    where: options.selection.where.find(isThis)?.condition ?? null,
    partitions: selected.partitions.find(isThis)?.partitions ?? null,
    history: options.history,
  };
}

function isLocked({ held }: Reading, { schema, name }: TableFacts): boolean {
  return held.has(quoteTable(schema, name));
}

/** Batches in progress: the server answers for the next one while the files of one are written. */
const BATCHES_AT_ONCE = 2;

/** Reads the tables over one session and, at the same time, the objects that no lane waits for over another. */
async function writeObjects(
  context: Reading,
  planned: readonly SchemaTables[],
  writer: DefinitionSink,
): Promise<WrittenObjects> {
  const writing = writeTables(context, planned, writer);
  const reading = planAllOtherObjects(context, planned);
  await settleAll([writing, reading]);
  const plans = await reading;
  for (const some of inCalls(plans, context.selected.scopeFacts.names))
    await writeSchemas(context, some, writer);
  return { plans, definitions: await writing };
}

/**
 * Writes tables biggest first, so that the engine has long work early. A table's data starts when the files of its
 * batch are written; the first table is a batch of its own.
 */
async function writeTables(
  context: Reading,
  planned: readonly SchemaTables[],
  writer: DefinitionSink,
): Promise<readonly DumpedDefinition[]> {
  const triggers = groupBy(
    planned.flatMap((plan) => plan.triggers.map((trigger) => ({ schema: plan.schema, trigger }))),
    ({ schema, trigger }) => quoteTable(schema, trigger.table),
  );
  const rank = ({ facts }: TablePlan) => (isLocked(context, facts) ? Infinity : facts.dataBytes);
  const tables = planned.flatMap((plan) => plan.tables).sort((a, b) => compare(rank(b), rank(a)));
  const definitions: DumpedDefinition[] = [];
  let nextId = 0;
  const triggersOf = ({ facts }: TablePlan) =>
    (triggers.get(quoteTable(facts.schema, facts.name)) ?? []).map(({ trigger }) => trigger);
  const write = async (batch: readonly TablePlan[]): Promise<readonly DescribedTable[]> => {
    context.hooks.cancellation.throwIfCancelled();
    const created = await readCreateTables(
      context.definitions,
      batch.map(({ facts }) => facts),
    );
    const described = batch.map((table, at) => ({
      table,
      createTable: created[at] ?? '',
      triggers: triggersOf(table),
    }));
    await writer.tables(described, context.options);
    return described;
  };
  await inOrder(growingBatches(tables), BATCHES_AT_ONCE, write, (described) => {
    for (const { table, createTable } of described)
      definitions.push({ schema: table.facts.schema, table: table.facts.name, createTable });
    if (context.options.selection.content !== 'structure')
      nextId = announce(
        context,
        described.map(({ table }) => table),
        nextId,
      );
  });
  return definitions;
}

async function planAllOtherObjects(
  context: Reading,
  planned: readonly SchemaTables[],
): Promise<readonly SchemaPlan[]> {
  const plans: SchemaPlan[] = [];
  for (const some of inCalls(planned, context.selected.scopeFacts.names))
    plans.push(...(await planOtherObjects(context, some)));
  return plans;
}

/** Compares two ranks. (A difference would not do: Infinity minus Infinity is NaN.) */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Announces the tables' data sets, numbered from `firstId`. @returns the next free id */
function announce(context: Reading, tables: readonly TablePlan[], firstId: number): number {
  const engineTables: EngineDumpTable[] = [];
  for (const table of tables) engineTables.push(...toEngineTables(table, firstId + engineTables.length));
  context.announce(engineTables);
  return firstId + engineTables.length;
}

async function writeSchemas(
  context: Reading,
  plans: readonly SchemaPlan[],
  writer: DefinitionSink,
): Promise<void> {
  const { catalog } = context;
  const schemas = plans.map(({ schema }) => schema);
  const ask = await askForCreateSchemas(catalog, schemas);
  for (const plan of plans)
    await writeSchema(context, plan, await readCreateSchema(catalog, plan.schema, ask), writer);
}

async function writeSchema(
  { options }: Reading,
  plan: SchemaPlan,
  createSchema: string,
  writer: DefinitionSink,
): Promise<void> {
  await writer.views(plan.views);
  const named = (kind: StoredObject['kind']) =>
    plan.objects.filter((object) => object.kind === kind).map(({ name }) => name);
  await writer.schema(
    plan,
    {
      schema: plan.schema,
      tables: plan.tables,
      views: plan.views,
      functions: named('function'),
      procedures: named('procedure'),
      events: named('event'),
      packages: named('package'),
      libraries: named('library'),
      sequences: plan.sequences.map(({ name }) => name),
    },
    createSchema,
    plan.objects,
    plan.sequences,
    options.selection.content,
  );
}
