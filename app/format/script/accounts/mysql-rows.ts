import { quoteName, quoteText } from '../../../catalog/text/quote';
import { attributesOf, type UserAttributes } from './attributes';
import type { GrantRow, GrantRows } from './grant-rows';
import {
  accountsByName,
  grantOf,
  heldPrivileges,
  limitsClause,
  objectGrants,
  requireClause,
  text,
  type AccountStatements,
  type GranteeOf,
} from './granted';

const NATIVE = 'mysql_native_password';
const HASH = /^\*[0-9A-F]{40}$/i;
/** Hash of a version before 4.1. */
const OLD_HASH = /^[0-9a-f]{16}$/i;

/**
 * Statements that create the accounts in rows of `mysql.user`, and grant them what the rows beside it say; of MySQL, and of
 * MariaDB before 10.4. An account of which a row can't be said by statements is left out. Pure.
 */
export function statementsOfUsers(rows: GrantRows): AccountStatements {
  const all = rows.get('user') ?? [];
  const isMariaDb = all.some((row) => row.has('is_role'));
  const roles = new Set(all.filter(isRole).map((row) => text(row, 'user')));
  const granteeOf: GranteeOf = (user, host) =>
    host === '' && roles.has(user) ? quoteName(user) : `${quoteName(user)}@${quoteName(host)}`;
  const grantee = (row: GrantRow) => granteeOf(text(row, 'user'), text(row, 'host'));
  const { single, twice } = accountsByName(all, grantee);
  const users = [...single].flatMap(([name, row]) => {
    const attributes = attributesOf(text(row, 'user_attributes'));
    const create = attributes === null ? null : createAccount(row, { name, attributes, isMariaDb });
    return attributes === null || create === null ? [] : [{ row, name, attributes, create }];
  });
  const known = new Set(users.map(({ name }) => name));
  const statements = [
    ...users.map(({ create }) => create),
    ...users.flatMap(({ row, name }) => globalGrants(row, name)),
    ...(rows.get('global_grants') ?? []).map((row) => {
      const option = text(row, 'with_grant_option') === 'Y' ? ' WITH GRANT OPTION' : '';
      return `GRANT ${text(row, 'priv').toUpperCase()} ON *.* TO ${grantee(row)}${option}`;
    }),
    ...objectGrants(rows, granteeOf),
    ...users.flatMap(({ name, attributes }) => revocations(attributes, name)),
    ...(rows.get('role_edges') ?? []).map((row) => {
      const role = granteeOf(text(row, 'from_user'), text(row, 'from_host'));
      const option = text(row, 'with_admin_option') === 'Y' ? ' WITH ADMIN OPTION' : '';
      return `GRANT ${role} TO ${granteeOf(text(row, 'to_user'), text(row, 'to_host'))}${option}`;
    }),
    ...rolesOfMariaDb(rows, granteeOf),
    ...defaultRoles(rows, granteeOf),
    ...users.flatMap(({ row, name }) =>
      text(row, 'default_role') === ''
        ? []
        : [`SET DEFAULT ROLE ${quoteName(text(row, 'default_role'))} FOR ${name}`],
    ),
  ];
  return {
    statements,
    leftOut: [...twice, ...[...single.keys()].filter((name) => !known.has(name))],
    hasPartialRevokes: users.some(({ attributes }) => attributes.restrictions.length > 0),
  };
}

/** Statements that give accounts of MariaDB their roles. */
export function rolesOfMariaDb(rows: GrantRows, granteeOf: GranteeOf): readonly string[] {
  return (rows.get('roles_mapping') ?? []).flatMap((row) => {
    const [user, role] = [text(row, 'user'), text(row, 'role')];
    // A row without an account says nothing but that the role is there.
    if (user === '') return [];
    const option = text(row, 'admin_option') === 'Y' ? ' WITH ADMIN OPTION' : '';
    return [`GRANT ${quoteName(role)} TO ${granteeOf(user, text(row, 'host'))}${option}`];
  });
}

function isRole(row: GrantRow): boolean {
  return text(row, 'is_role') === 'Y';
}

function globalGrants(row: GrantRow, grantee: string): readonly string[] {
  const held = heldPrivileges(row);
  // From 8.0 on all privileges would be those too that rows name one by one.
  const isAll = held.isAll && !row.has('create_role_priv');
  const names = isAll ? ['ALL PRIVILEGES'] : held.names;
  return [
    ...(isRole(row) ? [] : [`GRANT USAGE ON *.* TO ${grantee}`]),
    ...grantOf({ ...held, names }, '*.*', grantee),
  ];
}

interface ReadAccount {
  readonly name: string;
  readonly attributes: UserAttributes;
  readonly isMariaDb: boolean;
}

/** Null for an account that would be another one. */
function createAccount(row: GrantRow, { name, attributes, isMariaDb }: ReadAccount): string | null {
  if (isRole(row)) return `CREATE ROLE ${name}`;
  const signIn = isMariaDb ? signInOfMariaDb(row) : signInOfMySql(row);
  const require = requireClause(text(row, 'ssl_type'), {
    cipher: text(row, 'ssl_cipher'),
    issuer: text(row, 'x509_issuer'),
    subject: text(row, 'x509_subject'),
  });
  if (signIn === null || require === null || attributes.factors === null) return null;
  const limits = limitsClause({
    MAX_QUERIES_PER_HOUR: text(row, 'max_questions'),
    MAX_UPDATES_PER_HOUR: text(row, 'max_updates'),
    MAX_CONNECTIONS_PER_HOUR: text(row, 'max_connections'),
    MAX_USER_CONNECTIONS: text(row, 'max_user_connections'),
    MAX_STATEMENT_TIME: isMariaDb ? text(row, 'max_statement_time') : undefined,
  });
  const state = [
    ...expiry(row),
    ...history(row),
    attributes.locking,
    ...(text(row, 'account_locked') === 'Y' ? [' ACCOUNT LOCK'] : []),
    attributes.comment,
  ].join('');
  return `CREATE USER ${name}${signIn}${attributes.factors}${require}${limits}${state}`;
}

/** The hash of an account that signs in as all did before there were plugins; `authentication_string` may be stale then. */
function passwordOf(row: GrantRow): string {
  return text(row, 'password') || text(row, 'authentication_string');
}

function signInOfMariaDb(row: GrantRow): string | null {
  const plugin = text(row, 'plugin');
  if (plugin !== '' && plugin !== NATIVE) {
    const stored = text(row, 'authentication_string');
    return ` IDENTIFIED VIA ${plugin}${stored === '' ? '' : ` USING ${quoteText(stored)}`}`;
  }
  const stored = passwordOf(row);
  if (stored === '') return '';
  return HASH.test(stored) || OLD_HASH.test(stored) ? ` IDENTIFIED BY PASSWORD ${quoteText(stored)}` : null;
}

function signInOfMySql(row: GrantRow): string | null {
  const plugin = text(row, 'plugin');
  const isOfPassword =
    row.has('password') && (plugin === '' || /^mysql_(?:native|old)_password$/.test(plugin));
  const stored = isOfPassword ? passwordOf(row) : text(row, 'authentication_string');
  // From 5.7 on nobody is let in without a plugin; before, an account without a password had none.
  if (plugin === '') return row.has('password') ? signInByHash(stored) : null;
  if (plugin === NATIVE && stored !== '' && !HASH.test(stored)) return null;
  return ` IDENTIFIED WITH ${quoteText(plugin)}${stored === '' ? '' : ` AS ${quoteText(stored)}`}`;
}

function signInByHash(stored: string): string | null {
  if (stored === '') return '';
  if (HASH.test(stored)) return ` IDENTIFIED WITH ${quoteText(NATIVE)} AS ${quoteText(stored)}`;
  return OLD_HASH.test(stored) ? ` IDENTIFIED WITH 'mysql_old_password' AS ${quoteText(stored)}` : null;
}

/** A clause on its lifetime would make an expired password valid again (sql_yacc.yy). */
function expiry(row: GrantRow): readonly string[] {
  if (text(row, 'password_expired') === 'Y') return [' PASSWORD EXPIRE'];
  const days = row.get('password_lifetime') ?? null;
  if (days === null) return [];
  return [days === '0' ? ' PASSWORD EXPIRE NEVER' : ` PASSWORD EXPIRE INTERVAL ${days} DAY`];
}

function history(row: GrantRow): readonly string[] {
  const [reuse, time] = [row.get('password_reuse_history') ?? null, row.get('password_reuse_time') ?? null];
  const current = text(row, 'password_require_current');
  return [
    ...(reuse === null ? [] : [` PASSWORD HISTORY ${reuse}`]),
    ...(time === null ? [] : [` PASSWORD REUSE INTERVAL ${time} DAY`]),
    ...(current === '' ? [] : [` PASSWORD REQUIRE CURRENT${current === 'N' ? ' OPTIONAL' : ''}`]),
  ];
}

function revocations({ restrictions }: UserAttributes, grantee: string): readonly string[] {
  return restrictions.map(
    ({ database, privileges }) =>
      `REVOKE ${privileges.join(', ')} ON ${quoteName(database)}.* FROM ${grantee}`,
  );
}

function defaultRoles(rows: GrantRows, granteeOf: GranteeOf): readonly string[] {
  const roles = new Map<string, string[]>();
  for (const row of rows.get('default_roles') ?? []) {
    const account = granteeOf(text(row, 'user'), text(row, 'host'));
    const role = granteeOf(text(row, 'default_role_user'), text(row, 'default_role_host'));
    roles.set(account, [...(roles.get(account) ?? []), role]);
  }
  return [...roles].map(([account, all]) => `SET DEFAULT ROLE ${all.join(', ')} TO ${account}`);
}
