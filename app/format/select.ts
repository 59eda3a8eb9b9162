import { onTarget, withDefiner } from '../catalog/definition/definer';
import { ObjectFilter } from '../catalog/selection/object-filter';
import type { SchemaNames } from '../catalog/selection/names';
import { scopeSentences } from '../catalog/selection/scope';
import { assertMapped, namedRule, nearOf, unmatchedOf } from '../catalog/selection/scope';
import { assertNever } from '../contract/exhaustive';
import type { Failure } from '../contract/failure';
import type { Vendor } from '../contract/connections/connection';
import type { LoadOptions, LoadSelection } from '../contract/runs/options';
import { PatternSet } from '../contract/commands/pattern-set';
import { withInvisibleKey } from './sql/primary-key';
import { changeStatements } from './sql/script';
import { namesOf as accountNames } from './sql/accounts-script';
import { byName } from '../contract/by-name';
import {
  firesTriggers,
  tablesOf,
  withCreateTable,
  type DumpFolder,
  type DumpSchema,
  type DumpTable,
} from './read/dump';
import { dumpSelectionFailures } from '../text/format/selection';

type Wish = Pick<LoadOptions, 'selection' | 'tableRenames' | 'schemaMap' | 'definers' | 'missingPrimaryKey'>;

/**
 * Applies a load's selection to a dump: removes excluded objects, removes rows or definitions where only the other is
 * selected, changes definers, adds keys, and renames tables. The rest of the load treats the result as the whole dump.
 * Fails with `unknown-object` for a rule that matches nothing, and with `usage` for an invalid rename.
 *
 * @param target vendor of the server for which the definitions are written, and in whose words they are already; null
 *   where no server is known yet: no keys are added
 */
export function applySelection(dump: DumpFolder, wish: Wish, target: Vendor | null = null): DumpFolder {
  const names = dump.schemas.map(namesOf);
  assertMatched(wish.selection, names);
  assertMapped(
    wish.schemaMap,
    names.map(({ name }) => name),
    'dump',
  );
  const chooser = new ObjectFilter(wish.selection);
  const chosen = dump.schemas
    .filter(({ name }) => chooser.schema(name))
    .map((schema) => withContent(chosenOf(schema, chooser), wish.selection.content));
  const schemas = withoutFilled(chosen);
  assertContent(schemas, wish.selection.content);
  assertRenames(schemas, wish);
  const leftOut = (table: string) =>
    names.some((schema) =>
      schema.tables.some((name) => table === `${schema.name}.${name}` && !chooser.table(schema.name, name)),
    );
  const isOfLeftTrigger = ({ table = '', parameters }: Failure) =>
    names.some((schema) =>
      schema.triggers.some(
        (trigger) =>
          trigger.name === parameters?.trigger &&
          table === `${schema.name}.${trigger.table}` &&
          !chooser.trigger(schema.name, trigger.table, trigger.name),
      ),
    );
  const keyed = wish.missingPrimaryKey === 'add-invisible' ? target : null;
  return {
    ...dump,
    script: changedScripts(dump, wish, keyed),
    schemas: schemas.map((schema) => withNewNames(keyed === null ? schema : withKeys(schema, keyed), wish)),
    // A fault of a table that is left out need not stop the others, nor one of its triggers.
    problems: dump.problems.filter(
      (problem) => problem.table === undefined || !(leftOut(problem.table) || isOfLeftTrigger(problem)),
    ),
  };
}

/** Returns the reader of scripts that changes the definers in them, and adds keys to tables. */
function changedScripts({ script }: DumpFolder, wish: Wish, keyed: Vendor | null): DumpFolder['script'] {
  const definers = onTarget(wish.definers);
  if (definers.kind === 'keep' && keyed === null) return script;
  return async (file) =>
    changeStatements(await script(file), (statement) => {
      const defined = withDefiner(statement, definers);
      return keyed === null ? defined : withInvisibleKey(defined, keyed);
    });
}

function withKeys(schema: DumpSchema, vendor: Vendor): DumpSchema {
  const keyed = (createTable: string) => withInvisibleKey(createTable, vendor);
  return { ...schema, tables: schema.tables.map((table) => withCreateTable(table, keyed)) };
}

/** Describes what a load takes from a dump, what it leaves out, and what it does in another way, in sentences. */
export function scopeOfLoad(
  dump: DumpFolder,
  { selection, users, excludeUsers }: Pick<LoadOptions, 'selection' | 'users' | 'excludeUsers'>,
): string {
  const names = dump.schemas.map(namesOf);
  const [taken, left] = [new PatternSet(users), new PatternSet(excludeUsers)];
  const accounts = (dump.manifest.users ?? [])
    .map((account) => accountNames(account).name)
    .filter((name) => taken.has(name) && !left.has(name));
  const facts = { names, selection, accounts, vendor: dump.vendor };
  const { patterns } = unmatchedOf(selection, names);
  return [scopeSentences(facts, patterns), ...dump.remarks].join(' ');
}

function namesOf({ name, tables, views, document }: DumpSchema): SchemaNames {
  return {
    name,
    tables: tables.map((table) => table.name),
    tableLikes: [...views.map((view) => view.name), ...(document.sequences ?? [])],
    routines: [
      ...document.functions,
      ...document.procedures,
      ...(document.packages ?? []),
      ...(document.libraries ?? []),
    ],
    events: document.events,
    triggers: tables.flatMap(({ dumpedName, document: own }) =>
      own.triggers.map((name) => ({ table: dumpedName, name })),
    ),
  };
}

function assertMatched(selection: LoadSelection, names: readonly SchemaNames[]): void {
  const missing = unmatchedOf(selection, names);
  const [first] = missing.names.length > 0 ? missing.names : missing.takesNothing ? selection.include : [];
  if (first === undefined) return;
  const others = missing.names.slice(1).map(namedRule);
  const values = { ...namedRule(first), others, near: nearOf(first, names) };
  switch (first.kind) {
    case 'schema':
      throw dumpSelectionFailures.schemaNotInDump(values);
    case 'table':
      throw dumpSelectionFailures.tableNotInDump(values);
    case 'routine':
    case 'event':
    case 'trigger':
      throw dumpSelectionFailures.objectNotInDump(values);
  }
}

function chosenOf(schema: DumpSchema, chooser: ObjectFilter): DumpSchema {
  const { name, document } = schema;
  const isTable = (table: string) => chooser.table(name, table);
  const isRoutine = (routine: string) => chooser.routine(name, routine);
  const tables = schema.tables
    .filter((table) => isTable(table.name))
    .map((table) => withTriggers(table, (trigger) => chooser.trigger(name, table.name, trigger)));
  const views = schema.views.filter((view) => isTable(view.name));
  return {
    ...schema,
    tables,
    views,
    document: {
      ...document,
      tables: tables.map((table) => table.name),
      views: views.map((view) => view.name),
      functions: document.functions.filter(isRoutine),
      procedures: document.procedures.filter(isRoutine),
      packages: document.packages?.filter(isRoutine),
      libraries: document.libraries?.filter(isRoutine),
      sequences: document.sequences?.filter(isTable),
      events: document.events.filter((event) => chooser.event(name, event)),
    },
  };
}

function withTriggers(table: DumpTable, takes: (trigger: string) => boolean): DumpTable {
  const { document, firesTriggers: fired } = table;
  return {
    ...table,
    document: { ...document, triggers: document.triggers.filter(takes) },
    ...(fired !== undefined && { firesTriggers: fired.filter(takes) }),
  };
}

/** Without the triggers that fill them, tables are as empty as the dump has them. */
function withoutFilled(schemas: readonly DumpSchema[]): readonly DumpSchema[] {
  if (tablesOf({ schemas }).some(firesTriggers)) return schemas;
  const emptied = (table: DumpTable): DumpTable =>
    table.isFilledByTriggers === undefined
      ? table
      : { ...table, isFilledByTriggers: undefined, rows: 0, bytes: 0 };
  return schemas.map((schema) => ({ ...schema, tables: schema.tables.map(emptied) }));
}

function withContent(schema: DumpSchema, content: LoadSelection['content']): DumpSchema {
  switch (content) {
    case 'everything':
      return schema;
    case 'structure':
      return { ...schema, tables: schema.tables.map(withoutRows) };
    case 'data':
      return withoutDefinitions(schema);
    default:
      return assertNever(content);
  }
}

function withoutRows(table: DumpTable): DumpTable {
  return {
    ...table,
    document: { ...table.document, includesData: false },
    ...{ chunks: [], rows: 0, bytes: 0 },
    firesTriggers: [],
  };
}

/** Removes definitions. Triggers stay known: existing ones on the target must not fire for the dump's rows. */
function withoutDefinitions(schema: DumpSchema): DumpSchema {
  return {
    ...schema,
    scripts: [],
    views: [],
    tables: schema.tables.map((table) => ({
      ...table,
      document: { ...table.document, includesDdl: false },
    })),
    document: {
      ...schema.document,
      includesDdl: false,
      includesViewsDdl: false,
      views: [],
      functions: [],
      procedures: [],
      events: [],
      packages: [],
      libraries: [],
      sequences: [],
    },
  };
}

function assertContent(schemas: readonly DumpSchema[], content: LoadSelection['content']): void {
  if (schemas.length === 0) throw dumpSelectionFailures.nothingLeft();
  const tables = schemas.flatMap((schema) => schema.tables);
  if (content === 'data' && !tables.some(({ document }) => document.includesData))
    throw dumpSelectionFailures.noRows();
  if (content === 'structure' && !schemas.some(({ document }) => document.includesDdl))
    throw dumpSelectionFailures.noDefinitions();
}

function assertRenames(schemas: readonly DumpSchema[], { tableRenames }: Wish): void {
  for (const { schema, table, to } of tableRenames) {
    const found = schemas.find(({ name }) => name === schema);
    const place = { table: `${schema}.${table}` };
    if (found?.tables.some(({ name }) => name === table) !== true) {
      const isView = found?.views.some(({ name }) => name === table) === true;
      throw isView ? dumpSelectionFailures.viewRenamed(place) : dumpSelectionFailures.renamedNotLoaded(place);
    }
    const renamed = tableRenames.filter((other) => other.schema === schema);
    const others = [...found.tables, ...found.views]
      .filter(({ name }) => name !== table)
      .map(({ name }) => renamed.find((other) => other.table === name)?.to ?? name);
    if (others.includes(to) || renamed.filter((other) => other.table === table).length > 1)
      throw dumpSelectionFailures.sameNewName({ schema, to }, place);
  }
}

/** The table's new name, or its own. */
export function newNameOf(renames: LoadOptions['tableRenames'], schema: string, table: string): string {
  return renames.find((rename) => rename.schema === schema && rename.table === table)?.to ?? table;
}

function withNewNames(schema: DumpSchema, { tableRenames }: Wish): DumpSchema {
  const tables = schema.tables.map((table) => ({
    ...table,
    name: newNameOf(tableRenames, schema.name, table.name),
  }));
  return { ...schema, tables, document: { ...schema.document, tables: tables.map(({ name }) => name) } };
}

/** Target of a schema of the dump. */
export function targetSchemaOf({ schemaMap }: Pick<Wish, 'schemaMap'>, schema: string): string {
  return byName(schemaMap, schema) ?? schema;
}
