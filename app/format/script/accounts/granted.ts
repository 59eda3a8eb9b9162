import { quoteName, quoteText } from '../../../catalog/text/quote';
import type { GrantRow, GrantRows } from './grant-rows';

/** Statements from rows of the tables that both vendors have for what accounts are granted. */

/** Privileges by the columns of `user` and `db`, without their ending, and by the words of `tables_priv`. */
const PRIVILEGES: Readonly<Record<string, string>> = {
  ...{
    select: 'SELECT',
    insert: 'INSERT',
    update: 'UPDATE',
    delete: 'DELETE',
    create: 'CREATE',
    drop: 'DROP',
  },
  ...{ reload: 'RELOAD', shutdown: 'SHUTDOWN', process: 'PROCESS', file: 'FILE', references: 'REFERENCES' },
  ...{ index: 'INDEX', alter: 'ALTER', show_db: 'SHOW DATABASES', super: 'SUPER', execute: 'EXECUTE' },
  ...{ create_tmp_table: 'CREATE TEMPORARY TABLES', lock_tables: 'LOCK TABLES', event: 'EVENT' },
  ...{ repl_slave: 'REPLICATION SLAVE', repl_client: 'REPLICATION CLIENT', trigger: 'TRIGGER' },
  ...{ create_view: 'CREATE VIEW', show_view: 'SHOW VIEW', create_user: 'CREATE USER' },
  ...{ create_routine: 'CREATE ROUTINE', alter_routine: 'ALTER ROUTINE' },
  ...{ create_tablespace: 'CREATE TABLESPACE', create_role: 'CREATE ROLE', drop_role: 'DROP ROLE' },
  ...{ delete_history: 'DELETE HISTORY', delete_versioning_rows: 'DELETE HISTORY' },
  ...{ show_create_routine: 'SHOW CREATE ROUTINE' },
};

/** Columns that `mysql.user` has had since 5.0: fewer do not tell that an account has all privileges. */
const LEAST_COLUMNS = 21;

/** The privileges in the columns `…_priv` of a row, and whether their holder may grant them. */
export interface HeldPrivileges {
  readonly names: readonly string[];
  /** All that there are columns for. */
  readonly isAll: boolean;
  readonly mayGrant: boolean;
}

export function heldPrivileges(row: GrantRow): HeldPrivileges {
  const columns = [...row].flatMap(([column, value]) => {
    const privilege = /^(.+)_priv$/.exec(column)?.[1];
    return privilege === undefined || privilege === 'grant' ? [] : [{ privilege, isHeld: value === 'Y' }];
  });
  return {
    names: columns
      .flatMap(({ privilege, isHeld }) => (isHeld ? [PRIVILEGES[privilege] ?? ''] : []))
      .filter(Boolean),
    isAll: columns.length >= LEAST_COLUMNS && columns.every(({ isHeld }) => isHeld),
    mayGrant: row.get('grant_priv') === 'Y',
  };
}

/** `GRANT … ON … TO …`; of no privilege where only the right to grant is held. */
export function grantOf(
  { names, mayGrant }: Pick<HeldPrivileges, 'names' | 'mayGrant'>,
  object: string,
  grantee: string,
): readonly string[] {
  if (names.length === 0 && !mayGrant) return [];
  const list = names.length === 0 ? 'USAGE' : names.join(', ');
  return [`GRANT ${list} ON ${object} TO ${grantee}${mayGrant ? ' WITH GRANT OPTION' : ''}`];
}

/** Names an account of a row in statements; a role of MariaDB has no host. */
export type GranteeOf = (user: string, host: string) => string;

/** Statements of the grants on schemas, tables, columns and routines, and of those to stand for another account. */
export function objectGrants(rows: GrantRows, granteeOf: GranteeOf): readonly string[] {
  const of = (table: string) => rows.get(table) ?? [];
  const grantee = (row: GrantRow) => granteeOf(text(row, 'user'), text(row, 'host'));
  return [
    ...of('db').flatMap((row) =>
      grantOf(heldPrivileges(row), `${quoteName(text(row, 'db'))}.*`, grantee(row)),
    ),
    ...of('tables_priv').flatMap((row) =>
      grantOf(listed(row, 'table_priv'), placeOf(row, 'table_name'), grantee(row)),
    ),
    ...of('columns_priv').flatMap((row) => {
      const column = quoteName(text(row, 'column_name'));
      const { names } = listed(row, 'column_priv');
      const own = names.map((name) => `${name} (${column})`);
      return grantOf({ names: own, mayGrant: false }, placeOf(row, 'table_name'), grantee(row));
    }),
    ...of('procs_priv').flatMap((row) =>
      grantOf(
        listed(row, 'proc_priv'),
        `${text(row, 'routine_type').toUpperCase()} ${placeOf(row, 'routine_name')}`,
        grantee(row),
      ),
    ),
    ...of('proxies_priv').flatMap((row) => {
      const proxied = granteeOf(text(row, 'proxied_user'), text(row, 'proxied_host'));
      const option = text(row, 'with_grant') === '1' ? ' WITH GRANT OPTION' : '';
      return [`GRANT PROXY ON ${proxied} TO ${grantee(row)}${option}`];
    }),
  ];
}

/** The privileges in a column of SET. */
function listed(row: GrantRow, column: string): Pick<HeldPrivileges, 'names' | 'mayGrant'> {
  const words = text(row, column).toLowerCase().split(',').filter(Boolean);
  return {
    names: words.flatMap((word) => PRIVILEGES[word.replace(/ /g, '_')] ?? []),
    mayGrant: words.includes('grant'),
  };
}

function placeOf(row: GrantRow, column: string): string {
  return `${quoteName(text(row, 'db'))}.${quoteName(text(row, column))}`;
}

/** A value as text; empty for NULL, and for a column that the version lacks. */
export function text(row: GrantRow, column: string): string {
  return row.get(column) ?? '';
}

/** Clauses of TLS; empty where none is asked for, and null for a word that no server writes. */
export function requireClause(
  kind: string,
  { cipher, issuer, subject }: { readonly cipher: string; readonly issuer: string; readonly subject: string },
): string | null {
  if (kind === '' || kind === 'NONE') return '';
  if (kind === 'ANY') return ' REQUIRE SSL';
  if (kind === 'X509') return ' REQUIRE X509';
  if (kind !== 'SPECIFIED') return null;
  const parts = [
    ...(subject === '' ? [] : [`SUBJECT ${quoteText(subject)}`]),
    ...(issuer === '' ? [] : [`ISSUER ${quoteText(issuer)}`]),
    ...(cipher === '' ? [] : [`CIPHER ${quoteText(cipher)}`]),
  ];
  // Without any of them a certificate is asked for all the same.
  return ` REQUIRE ${parts.length === 0 ? 'X509' : parts.join(' ')}`;
}

/** Clauses of limits; empty where there is none. */
export function limitsClause(limits: Readonly<Record<string, string | number | undefined>>): string {
  // MariaDB lets nobody in with a limit of -1.
  const set = Object.entries(limits).filter(([, limit]) => Number(limit ?? 0) !== 0 && limit !== '');
  return set.length === 0 ? '' : ` WITH ${set.map(([name, limit]) => `${name} ${String(limit)}`).join(' ')}`;
}

/** Statements of the accounts that rows hold. */
export interface AccountStatements {
  readonly statements: readonly string[];
  /** Accounts, as statements name them, that statements can't say. */
  readonly leftOut: readonly string[];
  /** The source had partial_revokes on: names of schemas in its grants have no wildcards. */
  readonly hasPartialRevokes: boolean;
}

/** Accounts by their names; those of which there are two rows come apart: nobody knows which one holds. */
export function accountsByName<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): { readonly single: ReadonlyMap<string, Row>; readonly twice: ReadonlySet<string> } {
  const single = new Map<string, Row>();
  const twice = new Set<string>();
  for (const row of rows) {
    const name = nameOf(row);
    if (single.has(name)) twice.add(name);
    single.set(name, row);
  }
  for (const name of twice) single.delete(name);
  return { single, twice };
}
