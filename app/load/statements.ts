import type { ControlSession } from '../catalog/session/control-session';
import { quoteName } from '../catalog/text/quote';
import { SluiceError } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import { failureOf } from '../engine/failures';
import type { DumpFolder, DumpStatement } from '../format/read/dump';
import { targetSchemaOf } from '../format/select';
import { splitScript } from '../format/sql/script';
import { statementFailures, statementText } from '../text/load/statements';
import type { TargetRun } from '../target/context';
import { runStatement } from '../target/session/run-statement';
import { SeveralFailures } from '../target/several-failures';

/** Statements that a refusal names. */
const MOST_NAMED = 20;

/** Returns the statements that a load of this selection runs: with a part of the dump alone none would fit. */
function statementsOf(
  { statements = [], schemas }: DumpFolder,
  { selection }: Pick<LoadOptions, 'selection'>,
): readonly DumpStatement[] {
  if (selection.content !== 'everything') return [];
  const names = new Set(schemas.map(({ name }) => name));
  return statements.filter(({ schema }) => names.has(schema));
}

/**
 * Refuses statements that nothing is known of unless a user wants them to run, and those that would run in another
 * schema, or on another table, under the names that the load gives.
 */
export function assertStatementsWanted(dump: DumpFolder, options: LoadOptions): void {
  const found = statementsOf(dump, options);
  const refused = options.runUnknownStatements
    ? found.filter(({ text }) => namesRenamed(text, options))
    : found;
  const [first] = refused;
  if (first === undefined) return;
  const refusal = options.runUnknownStatements ? statementFailures.renamed : statementFailures.unknown;
  const each = refused.slice(0, MOST_NAMED).map((statement) => refusal(statement).failure);
  const more = refused.length - 1;
  const message = more === 0 ? refusal(first).message : statementText.andMore(refusal(first).message, more);
  throw new SeveralFailures({ ...refusal(first).failure, message }, [
    ...each,
    ...(refused.length > MOST_NAMED
      ? [statementFailures.others({ count: refused.length - MOST_NAMED }).failure]
      : []),
  ]);
}

function namesRenamed(statement: string, { schemaMap, tableRenames }: LoadOptions): boolean {
  if (tableRenames.length > 0) return true;
  return Object.entries(schemaMap).some(([schema, target]) => {
    const name = schema.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return schema !== target && new RegExp(`(?:^|[^\\w$])[\`"]?${name}[\`"]?\\s*\\.`, 'i').test(statement);
  });
}

/**
 * Runs the statements that nothing is known of, in their order, each in a transaction with its entry in the journal. One
 * that commits by itself commits the entry first: where the connection breaks behind that, nobody knows whether it ran.
 */
export async function runStatements(run: TargetRun): Promise<void> {
  const { dump, options, reconnecting, hooks } = run;
  const statements = options.runUnknownStatements ? statementsOf(dump, options) : [];
  for (const [at, statement] of statements.entries()) {
    hooks.cancellation.throwIfCancelled();
    const ran = await reconnecting.withRetry((session) => runOnce(session, run, { at, statement }));
    if (ran) hooks.log('info', statementText.ran(statement));
  }
}

interface Numbered {
  readonly at: number;
  readonly statement: DumpStatement;
}

/** Returns whether it ran now, and not in an earlier run of the load. */
async function runOnce(
  session: ControlSession,
  { journal, options }: TargetRun,
  { at, statement }: Numbered,
): Promise<boolean> {
  const name = String(at).padStart(9, '0');
  const state = await session.scalar(
    `SELECT detail FROM ${journal.table} WHERE kind = 'statement' AND name = ?`,
    [name],
  );
  if (state === 'done') return false;
  if (state !== null) throw statementFailures.interrupted(statement);
  // Nobody knows which default schema a statement before has left.
  await session.run(`USE ${quoteName(targetSchemaOf(options, statement.schema))}`);
  await session.run('SET SESSION foreign_key_checks = 1');
  await session.run('START TRANSACTION');
  await session.rows(`INSERT INTO ${journal.table} (kind, name, detail) VALUES ('statement', ?, 'begun')`, [
    name,
  ]);
  try {
    for (const part of splitScript(statement.script)) await runStatement(session, part);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== 'connect-lost') {
      await session.run('ROLLBACK');
      await session.rows(`DELETE FROM ${journal.table} WHERE kind = 'statement' AND name = ?`, [name]);
      await session.run('SET SESSION foreign_key_checks = 0');
    }
    throw SluiceError.from({ ...failure, message: statementText.failed(statement, failure.message) });
  }
  await session.rows(`UPDATE ${journal.table} SET detail = 'done' WHERE kind = 'statement' AND name = ?`, [
    name,
  ]);
  await session.run('COMMIT');
  await session.run('SET SESSION foreign_key_checks = 0');
  return true;
}
