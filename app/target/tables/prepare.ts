import { engineOf, parseDefinition, type ForeignKeyLine } from '../../catalog/definition/definition';
import type { ControlSession } from '../../catalog/session/control-session';
import { fromTable } from '../../catalog/objects/count-rows';
import { readCreateTable } from '../../catalog/objects/objects';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import { schemaExists } from '../../catalog/objects/schemas';
import { FAILURE_CODES, SluiceError, type Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/options';
import type { RunHooks } from '../../engine/hooks';
import { readScript, type DumpFolder, type DumpSchema, type DumpTable } from '../../format/read/reader';
import { versionsOf } from '../../format/row-versions';
import { plainCreation, plainCreations } from '../../format/sql/creation';
import { splitScript } from '../../format/sql/script';
import { storedObjectOf } from '../../format/sql/stored-object';
import { countThere } from '../existing/append';
import { dropStatements } from '../indexes/batches';
import { decideIndexes, type IndexDecision } from '../indexes/decision';
import { readIndexHost } from '../indexes/host';
import { detachTriggers } from '../existing/triggers';
import { emptyTable } from '../existing/truncate';
import { makeNewTables, type MakingContext } from './create';
import { createOwned, renameOwned, runUntaken } from './ownership';
import { detachObject, setAside } from '../existing/replaced';
import { decideSharing, type SharingDecision } from '../rows/table-lanes';
import { dropForeignKeys } from '../rows/statements';
import { isSequenceStatement, keepsExisting, renamedCreateSchema, type TargetSchema } from '../preflight';
import type { LoadJournal } from '../journal/journal';

/** A table on the target that is ready for its rows. */
export interface PreparedTable {
  readonly dump: DumpTable;
  /** The schema on the target. */
  readonly schema: string;
  /** SHOW CREATE TABLE on the target before anything was taken off. */
  readonly canonical: string;
  readonly indexes: IndexDecision;
  readonly sharing: SharingDecision;
  /** All of them: each is proved when the rows are in. */
  readonly foreignKeys: readonly ForeignKeyLine[];
  /** Those that were taken off, to be put back when all rows of all tables are in. */
  readonly detached: readonly ForeignKeyLine[];
  /** Rows that were there before and stay, where the dump's are added to them; null where they are not. */
  readonly rowsThere: number | null;
  /** It was there before the load, and stays. */
  readonly isKept: boolean;
}

/** The rows that a table must have at the end; null where the dump does not say how many are its own. */
export function expectedRows({ dump, rowsThere }: PreparedTable): number | null {
  return dump.rows === null ? null : dump.rows + (rowsThere ?? 0);
}

export interface PreparedSchema {
  readonly source: DumpSchema;
  readonly target: TargetSchema;
  readonly tables: readonly PreparedTable[];
  readonly warnings: readonly Failure[];
}

export interface PrepareContext {
  readonly dump: DumpFolder;
  readonly session: ControlSession;
  readonly options: LoadOptions;
  readonly hooks: RunHooks;
  readonly journal: LoadJournal;
}

/** Makes the schema, its tables and its view placeholders, and takes off what waits for the rows. */
export async function prepareSchema(
  context: MakingContext,
  source: DumpSchema,
  target: TargetSchema,
): Promise<PreparedSchema> {
  const { session, journal } = context;
  if (await makeSchema(context, source, target))
    await journal.recordMade(
      session,
      await journal.willMake(session, [{ kind: 'schema', schema: target.target, name: '' }]),
    );
  await context.makers.use(target.target);
  if (context.options.onExisting === 'drop') await makeRoom(context, source, target);
  await makeSequences(context, source, target);
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
  await makeNewTables(context, fresh, target);
  await makePlaceholders(context, source, target);
  const prepared = [...(await takeOff(context, fresh, target)), ...(await keepAsIs(context, ready, target))];
  return { source, target, tables: prepared, warnings };
}

/** Returns whether it was not there before. */
export async function makeSchema(
  { dump, session }: Pick<PrepareContext, 'dump' | 'session'>,
  source: DumpSchema,
  { target }: TargetSchema,
): Promise<boolean> {
  if (await schemaExists(session, target)) return false;
  if (!source.document.includesDdl) {
    throw new SluiceError('target-missing', `Only rows are loaded, and the schema “${target}” is not there.`);
  }
  const statements = splitScript(await readScript(dump, `${source.stem}.sql`));
  const create = statements.find((statement) => statement.startsWith('CREATE DATABASE '));
  const statement = plainCreation(
    renamedCreateSchema(create ?? `CREATE DATABASE ${quoteName(target)}`, target),
  );
  await runUntaken(session, { kind: 'schema', schema: target, name: '' }, statement ?? '');
  return true;
}

/** Sets tables and sequences aside, and takes views away, whose names the dump's tables, views and sequences have. */
async function makeRoom(
  { session, journal, hooks }: PrepareContext,
  { tables, document }: DumpSchema,
  { target, namesakes }: TargetSchema,
): Promise<void> {
  const made = new Set(tables.filter((table) => table.document.includesDdl).map(({ name }) => name));
  for (const { kind, name, there } of namesakes) {
    const isWanted =
      (kind === 'table' && made.has(name)) ||
      kind === 'view' ||
      (kind === 'sequence' && document.includesDdl);
    if (!isWanted) continue;
    hooks.cancellation.throwIfCancelled();
    if (there.kind === 'view') await detachObject({ session, journal }, target, there);
    else await setAside({ session, journal }, target, there);
  }
}

/** Before the tables: a column's default may ask a sequence. */
async function makeSequences(
  { dump, session, options, journal }: PrepareContext,
  { document, stem }: DumpSchema,
  { target, clashes }: TargetSchema,
): Promise<void> {
  const dumped = document.sequences ?? [];
  if (dumped.length === 0 || !document.includesDdl) return;
  const names = dumped.filter((name) => !keepsExisting(options) || !clashes.has(name));
  const statements = splitScript(await readScript(dump, `${stem}.sql`)).filter(isSequenceStatement);
  const entries = await journal.willMake(
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

/** `new`: its name is free, and it is still to be made. */
type Outcome = 'new' | 'ready' | 'skipped';

async function prepareTable(
  context: PrepareContext,
  table: DumpTable,
  schema: TargetSchema,
): Promise<Outcome> {
  if (!table.document.includesDdl) return await takeExisting(context, table, schema);
  const { onExisting } = context.options;
  if (!schema.clashes.has(table.name) || onExisting === 'drop' || onExisting === 'fail') return 'new';
  if (onExisting === 'skip') return 'skipped';
  return onExisting === 'truncate'
    ? await empty(context, table, schema)
    : await appendTo(context, table, schema);
}

/** For a dump of rows only: the table must be there, and empty unless the user wants it emptied. */
async function takeExisting(
  context: PrepareContext,
  table: DumpTable,
  schema: TargetSchema,
): Promise<Outcome> {
  const { target, clashes } = schema;
  const place = { table: `${target}.${table.name}` };
  if (!clashes.has(table.name))
    throw new SluiceError('target-missing', 'Only rows are loaded, and their table is not there.', place);
  if (context.options.onExisting === 'skip') return 'skipped';
  if (context.options.onExisting === 'truncate') return await empty(context, table, schema);
  if (context.options.onExisting === 'append') return await appendTo(context, table, schema);
  const row = await context.session.scalar(
    `SELECT 1 FROM ${fromTable(target, table.name, versionsOf(table))} LIMIT 1`,
  );
  if (row === null) {
    await detachTriggers(context, schema, table);
    return 'ready';
  }
  throw new SluiceError('target-exists', 'Only rows are loaded, and their table has rows already.', {
    ...place,
    hint: 'Empty the table, or have it emptied or added to (--on-existing truncate or append).',
  });
}

/** Where the dump has no rows to put in their place, a table's rows stay. */
async function empty(context: PrepareContext, table: DumpTable, schema: TargetSchema): Promise<Outcome> {
  if (!table.document.includesData) return 'skipped';
  await detachTriggers(context, schema, table);
  await emptyTable(context.session, schema.target, table.name);
  return 'ready';
}

/** The rows that are there stay, and the dump's come to them. */
async function appendTo(context: PrepareContext, table: DumpTable, schema: TargetSchema): Promise<Outcome> {
  if (!table.document.includesData) return 'skipped';
  await detachTriggers(context, schema, table);
  return 'ready';
}

/** Stand-ins for the views whose names are free, for other objects to stand on. */
async function makePlaceholders(
  { dump, session, options, journal, hooks }: PrepareContext,
  { document, views }: DumpSchema,
  { target, clashes }: TargetSchema,
): Promise<void> {
  const wanted = document.includesViewsDdl
    ? views.filter(({ name }) => !keepsExisting(options) || !clashes.has(name))
    : [];
  const entries = await journal.willMake(
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
 * Foreign keys of all tables go first: an index that one of them needs could not be dropped. Lines are taken from
 * the target's own definition, so that putting them back gives the same definition again.
 */
async function takeOff(
  { session, makers, options, hooks }: MakingContext,
  tables: readonly DumpTable[],
  { target }: TargetSchema,
): Promise<readonly PreparedTable[]> {
  const host = await readIndexHost(session);
  const read = await makers.each(tables, async (maker, dump) => ({
    dump,
    canonical: await readCreateTable(maker, target, dump.name),
  }));
  const prepared: PreparedTable[] = [];
  for (const { dump, canonical } of read) {
    const definition = parseDefinition(canonical);
    const { foreignKeys } = definition;
    const indexes = decideIndexes(definition, dump, options.indexes, host);
    const engine = engineOf(definition);
    const sharing = decideSharing(dump, { prefer: options.prefer, vendor: session.server.vendor, engine });
    prepared.push({
      ...{ dump, schema: target, canonical, indexes, sharing },
      ...{ foreignKeys, detached: foreignKeys, rowsThere: null, isKept: false },
    });
    hooks.log(indexes.cost === null ? 'debug' : 'info', indexes.reason, `${target}.${dump.name}`);
    if (sharing.reason !== null) hooks.log('info', sharing.reason, `${target}.${dump.name}`);
  }
  for (const { dump, foreignKeys } of prepared) {
    if (foreignKeys.length > 0)
      await session.run(dropForeignKeys(quoteTable(target, dump.name), foreignKeys));
  }
  for (const { dump, indexes } of prepared) {
    for (const statement of dropStatements(quoteTable(target, dump.name), indexes.deferred))
      await session.run(statement);
  }
  return prepared;
}

/** A table that was there already keeps everything it has. */
async function keepAsIs(
  { session, options }: PrepareContext,
  tables: readonly DumpTable[],
  { target }: TargetSchema,
): Promise<readonly PreparedTable[]> {
  const prepared: PreparedTable[] = [];
  for (const dump of tables) {
    const canonical = await readCreateTable(session, target, dump.name);
    const indexes = { deferred: [], reason: 'The table was there already; its indexes stay.', cost: null };
    const definition = parseDefinition(canonical);
    const engine = engineOf(definition);
    const sharing = decideSharing(dump, { prefer: options.prefer, vendor: session.server.vendor, engine });
    const { foreignKeys } = definition;
    const rowsThere = options.onExisting === 'append' ? await countThere(session, target, dump) : null;
    prepared.push({
      ...{ dump, schema: target, canonical, indexes, sharing },
      ...{ foreignKeys, detached: [], rowsThere, isKept: true },
    });
  }
  return prepared;
}

export function skippedWarning(schema: string, table: string): Failure {
  return {
    code: 'target-exists',
    message: 'The table is already there and was skipped, as asked.',
    hint: FAILURE_CODES['target-exists'].remedy,
    table: `${schema}.${table}`,
    retryable: false,
  };
}
