import type { ControlSession } from '../../catalog/session/control-session';
import { engineOf, parseDefinition, withoutCounter } from '../../catalog/definition/definition';
import { withoutGainedDefaults } from '../../catalog/definition/gained-defaults';
import type { ServerVersion } from '../../catalog/server/dialect';
import { SluiceError } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import { plainCreations } from '../../format/sql/creation';
import { readScript } from '../../format/read/reader';
import { splitScript } from '../../format/sql/script';
import { withRemedy } from '../trial/refusal';
import { ConstraintNames, namesConstraints } from './constraint-names';
import type { DdlSessionPool } from '../session/ddl-sessions';
import { renameOwned } from './ownership';
import { placedIn } from '../names/schema-qualifier';
import { renamedReferences, withOwnName } from '../names/rename-references';
import { takesRisingNumbers } from '../rows/table-lanes';
import type { TargetContext, TargetRun } from '../context';
import type { DumpTable } from '../../format/read/dump';
import type { CreatedEntry } from '../journal/created-object';
import type { TargetSchema } from '../target-schema';
import { tableFailures } from '../../text/target/tables';

/** Context in which a schema's tables are created. */
export interface CreateContext extends TargetContext, Pick<TargetRun, 'reconnecting'> {
  readonly ddlSessions: DdlSessionPool;
}

/**
 * Creates tables whose names are free, under temporary names, and renames them: first, in parallel, those that refer to
 * no other table. The others follow one by one: creating a table with a foreign key locks the parent too, so that two
 * could wait for each other, and the name of each constraint must be free when it is given.
 */
export async function createNewTables(
  context: CreateContext,
  tables: readonly DumpTable[],
  target: TargetSchema,
): Promise<void> {
  const { ddlSessions, hooks, session, journal } = context;
  const entries = await journal.recordCreate(
    session,
    tables.map(({ name }) => ({ kind: 'table', schema: target.target, name })),
  );
  const created = await ddlSessions.each([...tables.entries()], async (ddlSession, [at, table]) => {
    hooks.cancellation.throwIfCancelled();
    const entry = entries[at];
    const statements = await createStatements(context, table, target);
    if (entry === undefined || !statements.every(standsAlone)) return false;
    await createTemporary(ddlSession, entry, statements);
    return true;
  });
  const names = new ConstraintNames(session, target.target);
  for (const [at, entry] of entries.entries()) {
    const table = tables[at];
    if (created[at] !== false || table === undefined) continue;
    hooks.cancellation.throwIfCancelled();
    for (const statement of await createStatements(context, table, target))
      await createTemporary(session, entry, [await names.take(statement)]);
  }
  await journal.recordCreated(session, entries);
  await renameOwned(session, entries);
}

/** Creates a table under its temporary name. A failure names it by its final name. */
async function createTemporary(
  session: ControlSession,
  entry: CreatedEntry,
  statements: readonly string[],
): Promise<void> {
  const { schema, name, temporary = '' } = entry;
  for (const statement of statements) {
    const renamed = withOwnName(statement, () => temporary);
    if (renamed === statement && /^CREATE TABLE /i.test(statement))
      throw tableFailures.noQuotedName({
        table: `${schema}.${name}`,
        statement: statement.slice(0, 500),
      });
    try {
      await session.run(renamed);
    } catch (error) {
      const failure = failureOf(withRemedy(error, statement));
      const named = (text: string) => text.split(temporary).join(name);
      throw SluiceError.from({
        ...failure,
        message: named(failure.message),
        ...(failure.statement !== undefined && { statement: named(failure.statement) }),
        table: failure.table ?? `${schema}.${name}`,
      });
    }
  }
}

/**
 * Returns the statements that create a table under its new names. One that a server has not printed gets the defaults
 * that the target gives it.
 */
async function createStatements(
  { dump, options, session }: TargetContext,
  table: DumpTable,
  { source, target }: TargetSchema,
): Promise<readonly string[]> {
  const { schemaMap, tableRenames } = options;
  const statements = splitScript(await readScript(dump, `${table.stem}.sql`));
  return plainCreations(statements).flatMap((statement) => {
    const renamed = renamedReferences(placedIn(source, statement), {
      source,
      target,
      schemaMap,
      tableRenames,
    });
    const created = table.document.includesData && isArchive(renamed) ? withoutCounter(renamed) : renamed;
    return [created, ...withoutGained(created, table, session.server)];
  });
}

/** Returns the statements that a server's own definition needs behind it, to become what it says. */
export function withoutGained(
  createTable: string,
  { isReworded }: Pick<DumpTable, 'isReworded'>,
  { vendor }: ServerVersion,
): readonly string[] {
  const statement = isReworded === true ? null : withoutGainedDefaults(createTable, vendor);
  return statement === null ? [] : [statement];
}

/**
 * Returns whether a statement creates an ARCHIVE table, which takes no number below its counter (error 1022, measured
 * on MySQL 9.7): only its rows themselves raise the counter to its value.
 */
function isArchive(statement: string): boolean {
  return takesRisingNumbers(engineOf(parseDefinition(statement)));
}

/** Returns whether a statement neither names a constraint nor refers to another table, named or not. */
function standsAlone(statement: string): boolean {
  return !namesConstraints(statement) && !/\bREFERENCES\b/i.test(statement);
}
