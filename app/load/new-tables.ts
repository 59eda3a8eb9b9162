import { readScript, type DumpTable } from '../format/reader';
import { splitScript } from '../format/script';
import { withRemedy } from './accepted/refusal';
import { freeConstraints, namesConstraints } from './constraint-names';
import type { Makers } from './makers';
import { placedIn } from './placed';
import { renamedReferences } from './rename-references';
import type { PrepareContext } from './tables';
import type { TargetSchema } from './target';

/** What making a schema's tables needs. */
export interface MakingContext extends PrepareContext {
  readonly makers: Makers;
}

/**
 * Makes tables whose names are free: those that stand alone first, side by side. The others follow in turn, for making
 * a table with a foreign key locks the other one too, so that two could wait for each other, and the name of each
 * constraint must be free when it is given.
 */
export async function makeNewTables(
  context: MakingContext,
  tables: readonly DumpTable[],
  target: TargetSchema,
): Promise<void> {
  const { makers, hooks } = context;
  const made = await makers.each(tables, async (maker, table) => {
    hooks.cancellation.throwIfCancelled();
    const statements = await creationOf(context, table, target);
    if (!statements.every(standsAlone)) return false;
    for (const statement of statements) await maker.run(statement).catch(rethrowWithRemedy(statement));
    return true;
  });
  for (const table of tables.filter((_, at) => made[at] === false)) {
    hooks.cancellation.throwIfCancelled();
    await createTable(context, table, target);
  }
}

/** Makes one table on the load's own session. */
export async function createTable(
  context: PrepareContext,
  table: DumpTable,
  target: TargetSchema,
): Promise<void> {
  const { session } = context;
  for (const statement of await creationOf(context, table, target))
    await session
      .run(await freeConstraints(session, target.target, statement))
      .catch(rethrowWithRemedy(statement));
}

function rethrowWithRemedy(statement: string): (error: unknown) => never {
  return (error) => {
    throw withRemedy(error, statement);
  };
}

/** The statements that make a table under its new names. */
async function creationOf(
  { dump, options }: PrepareContext,
  table: DumpTable,
  { source, target }: TargetSchema,
): Promise<readonly string[]> {
  const { schemaMap, tableRenames } = options;
  const statements = splitScript(await readScript(dump, `${table.stem}.sql`));
  return statements.map((statement) =>
    renamedReferences(placedIn(source, statement), { source, target, schemaMap, tableRenames }),
  );
}

/** Whether it neither names a constraint nor refers to another table, named or not. */
function standsAlone(statement: string): boolean {
  return !namesConstraints(statement) && !/\bREFERENCES\b/i.test(statement);
}
