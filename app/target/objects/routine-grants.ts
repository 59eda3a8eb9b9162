import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable, quoteText } from '../../catalog/text/quote';
import type { Failure } from '../../contract/failure';
import { failureOf } from '../../engine/failures';
import type { LoadJournal } from '../journal/journal';
import type { DetachedObject } from '../journal/records';
import type { StoredKind } from '../journal/created-object';
import { runInOracleMode } from '../session/oracle-mode';
import { objectFailures } from '../../text/target/objects';

/** Names in mysql.procs_priv of the kinds on which privileges can be granted one by one. */
const TYPES: Partial<Record<StoredKind, readonly string[]>> = {
  function: ['FUNCTION'],
  procedure: ['PROCEDURE'],
  package: ['PACKAGE', 'PACKAGE BODY'],
  library: ['LIBRARY'],
};

/**
 * Reads the grants on one routine: DROP removes them (both manuals, DROP PROCEDURE; those on a table stay). Null where
 * the account may not see them.
 */
export async function readRoutineGrants(
  session: ControlSession,
  { kind, schema, name }: Pick<DetachedObject, 'kind' | 'schema' | 'name'>,
): Promise<readonly string[] | null> {
  const types = TYPES[kind] ?? [];
  if (types.length === 0) return [];
  try {
    const rows = await session.rows(
      `SELECT User AS user, Host AS host, Routine_type AS type, Proc_priv AS privileges FROM mysql.procs_priv
       WHERE Db = IF(@@lower_case_table_names = 0, ?, LOWER(?)) AND Routine_name = ?
         AND Routine_type IN (${types.map(() => '?').join(', ')})`,
      [schema, schema, name, ...types],
    );
    return rows.map(({ user, host, type, privileges }) =>
      grantOf(
        `${type ?? ''} ${quoteTable(schema, name)}`,
        accountOf(user ?? '', host ?? ''),
        privileges ?? '',
      ),
    );
  } catch (error) {
    if (failureOf(error).code === 'connect-lost' || failureOf(error).code === 'cancelled') throw error;
    return null;
  }
}

/** Returns the quoted account; a role of MariaDB has no host. */
function accountOf(user: string, host: string): string {
  return host === '' ? quoteName(user) : `${quoteText(user)}@${quoteText(host)}`;
}

function grantOf(object: string, account: string, privileges: string): string {
  const all = privileges.split(',').filter((privilege) => privilege !== '');
  const given = all.filter((privilege) => privilege !== 'Grant').map((privilege) => privilege.toUpperCase());
  const handedOn = given.length < all.length ? ' WITH GRANT OPTION' : '';
  return `GRANT ${given.length === 0 ? 'USAGE' : given.join(', ')} ON ${object} TO ${account}${handedOn}`;
}

/**
 * Restores the grants on the routines of a schema that the load has replaced; returns warnings on those that could not
 * be restored.
 */
export async function restoreGrants(
  session: ControlSession,
  journal: LoadJournal,
  schema: string,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const object of (await journal.detached(session)).all)
    if (object.schema === schema) failures.push(...(await restoreGrantsOn(session, object)));
  return failures;
}

/** Restores the grants on one object. */
export async function restoreGrantsOn(
  session: ControlSession,
  object: DetachedObject,
): Promise<readonly Failure[]> {
  const { grants } = object;
  if (grants === undefined) return [];
  if (grants === null) return [unseen(object)];
  const failures: Failure[] = [];
  for (const grant of grants) {
    try {
      if (object.kind === 'package') await runInOracleMode(session, grant);
      else await session.run(withoutNewAccounts(session, grant));
    } catch (error) {
      const { code, message } = failureOf(error);
      if (code === 'connect-lost' || code === 'cancelled') throw error;
      failures.push(refused(object, grant, message));
    }
  }
  return failures;
}

/**
 * Returns the grant in a form that creates no account: MariaDB creates a missing account, without a password, unless
 * its mode says otherwise.
 */
function withoutNewAccounts({ server }: ControlSession, grant: string): string {
  return server.vendor === 'mysql' ? grant : `SET STATEMENT sql_mode = 'NO_AUTO_CREATE_USER' FOR ${grant}`;
}

function unseen({ kind, schema, name }: DetachedObject): Failure {
  return objectFailures.grantsUnseen({ kind, name }, { table: `${schema}.${name}` }).failure;
}

function refused({ kind, schema, name }: DetachedObject, grant: string, reason: string): Failure {
  const place = { table: `${schema}.${name}`, statement: grant };
  return objectFailures.grantRefused({ kind, name, reason }, place).failure;
}
