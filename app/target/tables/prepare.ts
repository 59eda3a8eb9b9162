import { engineOf, parseDefinition } from '../../catalog/definition/definition';
import { fromTable } from '../../catalog/objects/count-rows';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { Failure } from '../../contract/failure';
import { readScript } from '../../format/read/reader';
import { versionsOf } from '../../format/row-versions';
import { plainCreations } from '../../format/sql/creation';
import { splitScript } from '../../format/sql/script';
import { storedObjectOf } from '../../format/sql/stored-object';
import { countExistingRows } from '../existing/append';
import { dropStatements } from '../indexes/batches';
import { decideIndexes } from '../indexes/decision';
import { readIndexHost } from '../indexes/host';
import { detachTriggers } from '../existing/triggers';
import { emptyTable } from '../existing/truncate';
import { createNewTables, type CreateContext } from './create';
import { createOwned, renameOwned } from './ownership';
import { readPresentDefinitions } from './present-definitions';
import { detachObject, setAside } from '../existing/replaced';
import { decideSharing } from '../rows/table-lanes';
import { dropForeignKeys, droppableKeys } from '../rows/statements';
import { isSequenceStatement } from '../preflight';
import { keepsExisting, type TargetSchema } from '../target-schema';
import type { PreparedSchema, PreparedTable } from './prepared-table';
import { createSchema } from './schema';
import type { TargetContext } from '../context';
import type { DumpSchema, DumpTable } from '../../format/read/dump';
import { indexText } from '../../text/target/indexes';
import { tableFailures } from '../../text/target/tables';

/** Creates the schema, its tables and its view placeholders, and defers indexes and foreign keys. */
export async function prepareSchema(
  context: CreateContext,
  source: DumpSchema,
  target: TargetSchema,
): Promise<PreparedSchema> {
  const { session, journal } = context;
  if (await createSchema(context, source, target))
    await journal.recordCreated(
      session,
      await journal.recordCreate(session, [{ kind: 'schema', schema: target.target, name: '' }]),
    );
  await context.ddlSessions.use(target.target);
  if (context.options.onExisting === 'drop') await makeRoom(context, source, target);
  await createSequences(context, source, target);
  const warnings: Failure[] = [];
  const fresh: DumpTable[] = [];
  const ready: DumpTable[] = [];
  for (const table of source.tables) {
    context.hooks.cancellation.throwIfCancelled();
    const outcome = await prepareTable(context, table, target);
    if (outcome === 'new') fresh.push(table);
    if (outcome === 'ready') ready.push(table);
    if (outcome === 'skipped') warnings.push(skippedWarning(target.target, table.name));
  }
  await createNewTables(context, fresh, target);
  await createPlaceholders(context, source, target);
  const prepared = [
    ...(await deferIndexes(context, fresh, target)),
    ...(await keepDefinition(context, ready, target)),
  ];
  return { source, target, tables: prepared, warnings };
}

/**
 * Renames existing tables and sequences, and drops existing views, whose names the dump's tables, views and sequences
 * have.
 */
async function makeRoom(
  { session, journal, hooks }: TargetContext,
  { tables, document }: DumpSchema,
  { target, namesakes }: TargetSchema,
): Promise<void> {
  const created = new Set(tables.filter((table) => table.document.includesDdl).map(({ name }) => name));
  for (const { kind, name, there } of namesakes) {
    const isWanted =
      (kind === 'table' && created.has(name)) ||
      kind === 'view' ||
      (kind === 'sequence' && document.includesDdl);
    if (!isWanted) continue;
    hooks.cancellation.throwIfCancelled();
    if (there.kind === 'view') await detachObject({ session, journal }, target, there);
    else await setAside({ session, journal }, target, there);
  }
}

/** Creates the sequences before the tables: a column's default may use one. */
async function createSequences(
  { dump, session, options, journal }: TargetContext,
  { document, stem }: DumpSchema,
  { target, clashes }: TargetSchema,
): Promise<void> {
  const dumped = document.sequences ?? [];
  if (dumped.length === 0 || !document.includesDdl) return;
  const names = dumped.filter((name) => !keepsExisting(options) || !clashes.has(name));
  const statements = splitScript(await readScript(dump, `${stem}.sql`)).filter(isSequenceStatement);
  const entries = await journal.recordCreate(
    session,
    names.map((name) => ({ kind: 'sequence', schema: target, name })),
  );
  for (const entry of entries) {
    const own = statements.filter((statement) => storedObjectOf(statement)?.name === entry.name);
    await createOwned(
      session,
      journal,
      entry,
      plainCreations(own).map((statement) =>
        statement.replace(quoteName(entry.name), () => quoteName(entry.temporary ?? '')),
      ),
    );
  }
  await renameOwned(session, entries);
}

/** Outcome of looking at a table's place; `new`: its name is free, and the table is still to be created. */
type Outcome = 'new' | 'ready' | 'skipped';

async function prepareTable(
  context: TargetContext,
  table: DumpTable,
  schema: TargetSchema,
): Promise<Outcome> {
  if (!table.document.includesDdl) return await takeExisting(context, table, schema);
  const { onExisting } = context.options;
  if (!schema.clashes.has(table.name) || onExisting === 'drop' || onExisting === 'fail') return 'new';
  if (onExisting === 'skip') return 'skipped';
  return onExisting === 'truncate'
    ? await emptyExisting(context, table, schema)
    : await appendTo(context, table, schema);
}

/** Takes an existing table for a dump of rows only: it must be empty unless the user wants it emptied. */
async function takeExisting(
  context: TargetContext,
  table: DumpTable,
  schema: TargetSchema,
): Promise<Outcome> {
  const { target, clashes } = schema;
  const place = { table: `${target}.${table.name}` };
  if (!clashes.has(table.name)) throw tableFailures.noTable(place);
  if (context.options.onExisting === 'skip') return 'skipped';
  if (context.options.onExisting === 'truncate') return await emptyExisting(context, table, schema);
  if (context.options.onExisting === 'append') return await appendTo(context, table, schema);
  const row = await context.session.scalar(
    `SELECT 1 FROM ${fromTable(target, table.name, versionsOf(table))} LIMIT 1`,
  );
  if (row === null) {
    await detachTriggers(context, schema, table);
    return 'ready';
  }
  throw tableFailures.hasRows(place);
}

/** Empties a table; its rows stay where the dump has no rows to replace them. */
async function emptyExisting(
  context: TargetContext,
  table: DumpTable,
  schema: TargetSchema,
): Promise<Outcome> {
  if (!table.document.includesData) return 'skipped';
  await detachTriggers(context, schema, table);
  await emptyTable(context.session, schema.target, table.name);
  return 'ready';
}

/** Prepares an existing table to which the dump's rows are appended. */
async function appendTo(context: TargetContext, table: DumpTable, schema: TargetSchema): Promise<Outcome> {
  if (!table.document.includesData) return 'skipped';
  await detachTriggers(context, schema, table);
  return 'ready';
}

/** Creates placeholders for the views whose names are free, for other objects to depend on. */
async function createPlaceholders(
  { dump, session, options, journal, hooks }: TargetContext,
  { document, views }: DumpSchema,
  { target, clashes }: TargetSchema,
): Promise<void> {
  const wanted = document.includesViewsDdl
    ? views.filter(({ name }) => !keepsExisting(options) || !clashes.has(name))
    : [];
  const entries = await journal.recordCreate(
    session,
    wanted.map(({ name }) => ({ kind: 'view', schema: target, name })),
  );
  for (const [at, entry] of entries.entries()) {
    hooks.cancellation.throwIfCancelled();
    const script = splitScript(await readScript(dump, `${wanted[at]?.stem ?? ''}.pre.sql`));
    await createOwned(session, journal, entry, plainCreations(script));
  }
}

/**
 * Drops deferred indexes and foreign keys of the empty tables; foreign keys of all tables first: an index that one of
 * them needs could not be dropped. The lines are taken from the target's own definition, so that adding them later
 * gives the same definition again.
 */
async function deferIndexes(
  context: CreateContext,
  tables: readonly DumpTable[],
  { target }: TargetSchema,
): Promise<readonly PreparedTable[]> {
  const { session, options, hooks } = context;
  const host = await readIndexHost(session);
  const definitions = await definitionsNow(context, tables, target);
  const prepared: PreparedTable[] = [];
  for (const [at, dump] of tables.entries()) {
    const canonical = definitions[at] ?? '';
    const definition = parseDefinition(canonical);
    const { foreignKeys } = definition;
    const indexes = decideIndexes(definition, dump, options.indexes, host);
    const engine = engineOf(definition);
    const sharing = decideSharing(dump, { prefer: options.prefer, vendor: session.server.vendor, engine });
    prepared.push({
      dump,
      schema: target,
      canonical,
      indexes,
      sharing,
      foreignKeys,
      detached: droppableKeys(foreignKeys, session.server.vendor),
      existingRows: null,
      isKept: false,
    });
    hooks.log(indexes.cost === null ? 'debug' : 'info', indexes.reason, `${target}.${dump.name}`);
    if (sharing.reason !== null) hooks.log('info', sharing.reason, `${target}.${dump.name}`);
  }
  for (const { dump, detached } of prepared) {
    if (detached.length > 0) await session.run(dropForeignKeys(quoteTable(target, dump.name), detached));
  }
  for (const { dump, indexes } of prepared) {
    for (const statement of dropStatements(quoteTable(target, dump.name), indexes.deferred))
      await session.run(statement);
  }
  return prepared;
}

function definitionsNow(
  context: CreateContext,
  tables: readonly DumpTable[],
  schema: string,
): Promise<readonly string[]> {
  return readPresentDefinitions(
    context,
    tables.map(({ name }) => ({ schema, name })),
  );
}

/** Leaves an existing table's definition as it is. */
async function keepDefinition(
  context: CreateContext,
  tables: readonly DumpTable[],
  { target }: TargetSchema,
): Promise<readonly PreparedTable[]> {
  const { session, options } = context;
  const definitions = await definitionsNow(context, tables, target);
  const prepared: PreparedTable[] = [];
  for (const [at, dump] of tables.entries()) {
    const canonical = definitions[at] ?? '';
    const indexes = { deferred: [], reason: indexText.kept, cost: null };
    const definition = parseDefinition(canonical);
    const engine = engineOf(definition);
    const sharing = decideSharing(dump, { prefer: options.prefer, vendor: session.server.vendor, engine });
    const { foreignKeys } = definition;
    const existingRows =
      options.onExisting === 'append' ? await countExistingRows(session, target, dump) : null;
    prepared.push({
      dump,
      schema: target,
      canonical,
      indexes,
      sharing,
      foreignKeys,
      detached: [],
      existingRows,
      isKept: true,
    });
  }
  return prepared;
}

export function skippedWarning(schema: string, table: string): Failure {
  return tableFailures.skipped({ table: `${schema}.${table}` }).failure;
}
