import { quoteName, quoteText } from '../../../catalog/text/quote';
import type { GrantRow, GrantRows } from './grant-rows';
import {
  grantOf,
  heldPrivileges,
  limitsClause,
  objectGrants,
  requireClause,
  text,
  type GranteeOf,
} from './granted';

/** An account of MySQL without a plugin is of a version that had one way to sign in. */
const NATIVE = 'mysql_native_password';
const HASH = /^\*[0-9A-F]{40}$/i;

/**
 * Statements that create the accounts in rows of `mysql.user`, and grant them what the rows beside it say; of MySQL, and of
 * MariaDB before 10.4. Pure.
 */
export function statementsOfUsers(rows: GrantRows): readonly string[] {
  const users = rows.get('user') ?? [];
  const roles = new Set(users.filter(isRole).map((row) => text(row, 'user')));
  const isMariaDb = users.some((row) => row.has('is_role'));
  const granteeOf: GranteeOf = (user, host) =>
    host === '' && roles.has(user) ? quoteName(user) : `${quoteName(user)}@${quoteName(host)}`;
  const grantee = (row: GrantRow) => granteeOf(text(row, 'user'), text(row, 'host'));
  const hasDynamic = rows.has('global_grants');
  return [
    ...users.map((row) =>
      isRole(row) ? `CREATE ROLE ${grantee(row)}` : createUser(row, grantee(row), isMariaDb),
    ),
    ...users.flatMap((row) => {
      const held = heldPrivileges(row);
      // From 8.0 on all privileges would be those too that the version adds, and that rows name one by one.
      const names = held.isAll && !hasDynamic ? ['ALL PRIVILEGES'] : held.names;
      return [
        ...(isRole(row) ? [] : [`GRANT USAGE ON *.* TO ${grantee(row)}`]),
        ...grantOf({ ...held, names }, '*.*', grantee(row)),
      ];
    }),
    ...(rows.get('global_grants') ?? []).map((row) => {
      const option = text(row, 'with_grant_option') === 'Y' ? ' WITH GRANT OPTION' : '';
      return `GRANT ${text(row, 'priv').toUpperCase()} ON *.* TO ${grantee(row)}${option}`;
    }),
    ...objectGrants(rows, granteeOf),
    ...users.flatMap((row) => revocations(row, grantee(row))),
    ...(rows.get('role_edges') ?? []).map((row) => {
      const role = granteeOf(text(row, 'from_user'), text(row, 'from_host'));
      const option = text(row, 'with_admin_option') === 'Y' ? ' WITH ADMIN OPTION' : '';
      return `GRANT ${role} TO ${granteeOf(text(row, 'to_user'), text(row, 'to_host'))}${option}`;
    }),
    ...rolesOfMariaDb(rows, granteeOf),
    ...defaultRoles(rows, granteeOf),
    ...users.flatMap((row) =>
      text(row, 'default_role') === ''
        ? []
        : [`SET DEFAULT ROLE ${quoteName(text(row, 'default_role'))} FOR ${grantee(row)}`],
    ),
  ];
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

function createUser(row: GrantRow, grantee: string, isMariaDb: boolean): string {
  const require = requireClause(text(row, 'ssl_type'), {
    cipher: text(row, 'ssl_cipher'),
    issuer: text(row, 'x509_issuer'),
    subject: text(row, 'x509_subject'),
  });
  const limits = limitsClause({
    MAX_QUERIES_PER_HOUR: text(row, 'max_questions'),
    MAX_UPDATES_PER_HOUR: text(row, 'max_updates'),
    MAX_CONNECTIONS_PER_HOUR: text(row, 'max_connections'),
    MAX_USER_CONNECTIONS: text(row, 'max_user_connections'),
    MAX_STATEMENT_TIME: isMariaDb ? text(row, 'max_statement_time') : undefined,
  });
  const state = [
    ...(text(row, 'password_expired') === 'Y' ? [' PASSWORD EXPIRE'] : []),
    ...expiry(row.get('password_lifetime') ?? null),
    ...history(row),
    ...(text(row, 'account_locked') === 'Y' ? [' ACCOUNT LOCK'] : []),
  ].join('');
  return `CREATE USER ${grantee}${signIn(row, isMariaDb)}${require}${limits}${state}`;
}

function signIn(row: GrantRow, isMariaDb: boolean): string {
  const plugin = text(row, 'plugin');
  const stored = text(row, 'authentication_string') || text(row, 'password');
  if (isMariaDb) {
    if (plugin === '' || plugin === NATIVE)
      return stored === '' ? '' : ` IDENTIFIED BY PASSWORD ${quoteText(stored)}`;
    return ` IDENTIFIED VIA ${plugin}${stored === '' ? '' : ` USING ${quoteText(stored)}`}`;
  }
  if (plugin === '' && stored === '') return '';
  // A shorter hash is of a version before 4.1, and no server of today lets anybody in with it.
  if (plugin === '' && !HASH.test(stored)) return ` IDENTIFIED WITH 'mysql_old_password'`;
  return ` IDENTIFIED WITH ${quoteText(plugin === '' ? NATIVE : plugin)}${stored === '' ? '' : ` AS ${quoteText(stored)}`}`;
}

function expiry(days: string | null): readonly string[] {
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

/** Schemas on which a privilege is taken away that an account has on all (MySQL manual, "Privilege Restriction Using Partial Revokes"). */
function revocations(row: GrantRow, grantee: string): readonly string[] {
  const attributes = text(row, 'user_attributes');
  if (attributes === '') return [];
  const found = parsed(attributes);
  const restrictions = isObject(found) && Array.isArray(found.Restrictions) ? found.Restrictions : [];
  return restrictions.flatMap((one: unknown) => {
    if (!isObject(one) || typeof one.Database !== 'string' || !Array.isArray(one.Privileges)) return [];
    const names = one.Privileges.filter((name) => typeof name === 'string').join(', ');
    return [`REVOKE ${names} ON ${quoteName(one.Database)}.* FROM ${grantee}`];
  });
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

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
