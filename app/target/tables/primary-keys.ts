import { engineOf, parseDefinition } from '../../catalog/definition/definition';
import { has, hasVariable } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { SessionVariableRule } from '../../catalog/session/variables';
import { quoteName } from '../../catalog/text/quote';
import { SluiceError, type Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import { createTableOf } from '../../format/read/create-table';
import { keyObstacle } from '../../format/sql/primary-key';
import { keepsExisting, type TargetSchema } from '../target-schema';
import type { DumpFolder } from '../../format/read/dump';
import { SeveralFailures } from '../several-failures';
import { MISSING_PARTS } from '../trial/refusal';
import { keyFailures } from '../../text/target/primary-keys';

type Wish = Pick<LoadOptions, 'onExisting' | 'missingPrimaryKey'>;

const NOT_REQUIRED: SessionVariableRule = {
  name: 'sql_require_primary_key',
  value: '0',
  why: 'tables without a primary key are created as they are in the dump',
};

/** Returns the variables for sessions that create or alter tables without a primary key. */
export function keylessVariables(
  { server }: Pick<ControlSession, 'server'>,
  { missingPrimaryKey }: Pick<LoadOptions, 'missingPrimaryKey'>,
): readonly SessionVariableRule[] {
  // A journal of an earlier Sluice does not say.
  return missingPrimaryKey === 'allow' && hasVariable(server, NOT_REQUIRED.name) ? [NOT_REQUIRED] : [];
}

/** Lets a session create tables without a primary key, where the options say so. */
export async function allowKeyless(
  session: ControlSession,
  options: Pick<LoadOptions, 'missingPrimaryKey'>,
): Promise<void> {
  try {
    const variables = keylessVariables(session, options);
    if (variables.length > 0) await session.apply(variables);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'privilege-missing') throw error;
    const privilege = has(session.server, 'sessionVariablesAdmin') ? 'SESSION_VARIABLES_ADMIN' : 'SUPER';
    throw keyFailures.mayNotAllow({ privilege });
  }
}

/** Failure of a table without a key: under its name in the dump, as a dry run has it, and under that on the target. */
interface KeylessTable {
  readonly dumped: Failure;
  readonly loaded: Failure;
}

/**
 * Lists the tables that the target would refuse because they have no primary key, each with what can be done. Changes
 * nothing.
 *
 * @param dump dump after selection: tables to which a key is added have it
 */
async function findKeyless(
  session: ControlSession,
  targets: readonly TargetSchema[],
  dump: DumpFolder,
  options: Wish,
): Promise<readonly KeylessTable[]> {
  const variable = await requiringVariable(session);
  if (variable === null) return [];
  const found: KeylessTable[] = [];
  for (const { source, target, clashes } of targets) {
    const tables = dump.schemas.find(({ name }) => name === source)?.tables ?? [];
    for (const table of tables) {
      if (!table.document.includesDdl || (keepsExisting(options) && clashes.has(table.name))) continue;
      const createTable = await createTableOf(dump, table);
      if (createTable === null || isAccepted(createTable, variable)) continue;
      const mayAdd = has(session.server, 'invisibleColumns');
      const obstacle = keyObstacle(createTable);
      const values = { variable, mayAdd, obstacle: obstacle === 'has-key' ? null : obstacle };
      const failureOf = (table: string) => keyFailures.missing(values, { table }).failure;
      found.push({
        dumped: failureOf(`${source}.${table.dumpedName}`),
        loaded: failureOf(`${target}.${table.name}`),
      });
    }
  }
  return found;
}

/** Fails with `primary-key-missing` for the first of these tables, and says how many there are. */
export async function assertKeysPresent(
  session: ControlSession,
  targets: readonly TargetSchema[],
  dump: DumpFolder,
  options: Wish,
): Promise<void> {
  assertAddable(session, options);
  const keyless = await findKeyless(session, targets, dump, options);
  const [first] = keyless;
  if (first === undefined) return;
  const tables = keyless.flatMap(({ loaded }) => loaded.table ?? []);
  const message = keyFailures.severalMissing({ reason: first.loaded.message, tables }).failure.message;
  throw new SeveralFailures(
    { ...first.loaded, message },
    keyless.map(({ dumped }) => dumped),
  );
}

/** Removes what the conflicts say already: refused tables without a key, and objects that need those tables. */
export function withoutKeyless(
  refused: readonly Failure[],
  conflicts: readonly Failure[],
): readonly Failure[] {
  const keyless = new Set(
    conflicts.flatMap(({ code, table }) => (code === 'primary-key-missing' ? [table] : [])),
  );
  if (keyless.size === 0) return refused;
  return refused.filter(({ table, errno = 0 }) => !keyless.has(table) && !MISSING_PARTS.has(errno));
}

/** Refuses to add keys on a server that has no invisible columns. */
function assertAddable(
  { server }: Pick<ControlSession, 'server'>,
  { missingPrimaryKey }: Pick<LoadOptions, 'missingPrimaryKey'>,
): void {
  if (missingPrimaryKey === 'add-invisible' && !has(server, 'invisibleColumns'))
    throw keyFailures.notAddable({ version: server.version });
}

export type RequiringVariable = 'sql_require_primary_key' | 'innodb_force_primary_key';

/** Reads the name of the variable by which the session must give each new table a primary key; null where it need not. */
async function requiringVariable(session: ControlSession): Promise<RequiringVariable | null> {
  const mysql = 'sql_require_primary_key';
  const isMysql = hasVariable(session.server, mysql);
  if (!isMysql && !has(session.server, 'forcedPrimaryKeys')) return null;
  const value = await session.scalar(
    isMysql ? `SELECT @@SESSION.${mysql}` : 'SELECT @@GLOBAL.innodb_force_primary_key',
  );
  if (value !== '1') return null;
  return isMysql ? mysql : 'innodb_force_primary_key';
}

/** MariaDB takes a unique key for a primary one where none of its columns is nullable, and asks InnoDB's tables alone. */
function isAccepted(createTable: string, variable: RequiringVariable): boolean {
  if (keyObstacle(createTable) === 'has-key') return true;
  return variable === 'innodb_force_primary_key' && isKeyedForInnodb(createTable);
}

function isKeyedForInnodb(createTable: string): boolean {
  const definition = parseDefinition(createTable);
  if (engineOf(definition).toLowerCase() !== 'innodb') return true;
  const isFilled = (name: string) =>
    definition.columns.some((text) => text.startsWith(`${quoteName(name)} `) && / NOT NULL\b/.test(text));
  return definition.indexes.some(
    ({ kind, columns }) => kind === 'unique' && columns.length > 0 && columns.every(isFilled),
  );
}
