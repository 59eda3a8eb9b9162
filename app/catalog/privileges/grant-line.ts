import { groupBy } from '../collections/group-by';
import { quoteName, unquoteName, unquoteText } from '../text/quote';

/** Object of a grant: a whole schema, a table or a routine; both names are null for the whole server. */
export interface GrantPlace {
  readonly kind: 'table' | 'routine';
  /** As written in the grant: `_` and `%` are wildcards unless a backslash precedes them. Null for every schema. */
  readonly schema: string | null;
  /** Null for everything in the schema. */
  readonly name: string | null;
}

/** One line of SHOW GRANTS, parsed as far as a load needs before it runs it. */
export type GrantLine =
  | { readonly kind: 'privileges'; readonly names: readonly string[]; readonly place: GrantPlace }
  /** Privileges that an account has on the server but not in one schema (MySQL's partial revokes). */
  | { readonly kind: 'revoked'; readonly place: GrantPlace }
  /** Roles, by {@link AccountObject.name}. */
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'proxy' }
  | { readonly kind: 'unknown' };

/** A name. A quote followed by another ends nothing, so that the pattern never backtracks. */
const NAME = '`(?:[^`]|``)*`(?!`)';
const TEXT = "'(?:[^'\\\\]|\\\\.|'')*'(?!')";
const ROLE = `(?:${NAME}|${TEXT})(?:@(?:${NAME}|${TEXT}))?`;
const OBJECT =
  /^(GRANT|REVOKE) ((?:`(?:[^`]|``)*`(?!`)|[^`'])+?) ON ((?:[A-Z]+ )*)(\*|`(?:[^`]|``)*`)\.(\*|`(?:[^`]|``)*`) (?=TO |FROM )/s;
const ROLES = new RegExp(`^GRANT (${ROLE}(?:, ?${ROLE})*) TO `, 's');
const ONE_ROLE = new RegExp(`(${NAME}|${TEXT})(?:@(${NAME}|${TEXT}))?`, 'gs');

/** Matches the account after the last TO or FROM; before it there may be names of anything. */
const GRANTEE = new RegExp(
  `^(?:GRANT|REVOKE) (?:${NAME}|${TEXT}|[^\`'])+? (?:TO|FROM) (${ROLE})(?= |$)`,
  's',
);

/** Returns the account to which a statement grants something, or from which it takes it; null where none is found. */
export function granteeIn(statement: string): string | null {
  return GRANTEE.exec(statement)?.[1] ?? null;
}

/** Parses one line of SHOW GRANTS of either vendor. */
export function parseGrantLine(line: string): GrantLine {
  if (line.startsWith('GRANT PROXY ON ')) return { kind: 'proxy' };
  const roles = ROLES.exec(line);
  if (roles !== null) return { kind: 'roles', roles: rolesOf(roles[1] ?? '') };
  const object = OBJECT.exec(line);
  if (object === null) return { kind: 'unknown' };
  const [, verb, names = '', type = '', schema = '', name = ''] = object;
  const place: GrantPlace = {
    kind: /^(?:TABLE )?$/.test(type) ? 'table' : 'routine',
    schema: nameOf(schema),
    name: nameOf(name),
  };
  if (verb === 'REVOKE') return { kind: 'revoked', place };
  return { kind: 'privileges', names: privilegesOf(names), place };
}

/** Returns the roles that a statement grants; none for any other. */
export function rolesIn(statement: string): readonly string[] {
  const line = parseGrantLine(statement);
  return line.kind === 'roles' ? line.roles : [];
}

/** Replaces a line's schema and name; a line without an object is returned unchanged. */
export function withPlace(line: string, { schema, name }: Omit<GrantPlace, 'kind'>): string {
  return line.replace(
    OBJECT,
    (_, verb: string, names: string, type: string) =>
      `${verb} ${names} ON ${type}${schema === null ? '*' : quoteName(schema)}.${name === null ? '*' : quoteName(name)} `,
  );
}

const PRIVILEGES = /^GRANT (.+?)(?= ON (?:[A-Z]+ )*(?:\*|`(?:[^`]|``)*`)\.)/s;
/** A list of columns, whose names may hold anything. */
const COLUMNS = '\\((?:`(?:[^`]|``)*`|[^`)])*\\)';
const ALL_COLUMNS = new RegExp(COLUMNS, 'g');
/** One privilege of a list, with its columns. */
const ONE_PRIVILEGE = new RegExp(`(?:[^,(]|${COLUMNS})+`, 'g');

function privilegesIn(list: string): readonly string[] {
  return list.match(ONE_PRIVILEGE) ?? [];
}

/**
 * Maps the privileges of a line through `change`, up to the object of the grant: those on the whole object, and those of
 * each list of columns, apart. A privilege may be there several times, as `SELECT, SELECT (b)`.
 */
export function withPrivileges(
  line: string,
  change: (names: readonly string[]) => readonly string[],
): string {
  return line.replace(PRIVILEGES, (_, list: string) => {
    const byColumns = groupBy(privilegesIn(list), (one) => / ?\(.*\)/s.exec(one)?.[0] ?? '');
    const changed = [...byColumns].flatMap(([columns, privileges]) =>
      change(privileges.flatMap(privilegesOf)).map((name) => name + columns),
    );
    return `GRANT ${changed.join(', ')}`;
  });
}

/** Returns the privileges of a line that apply to whole objects, not to columns only. */
export function unlimitedPrivileges(line: string): readonly string[] {
  const list = PRIVILEGES.exec(line)?.[1] ?? '';
  return privilegesIn(list)
    .filter((one) => !one.includes('('))
    .map((one) => one.trim().toUpperCase());
}

/**
 * Splits a grant into one line for each privilege, and for each column of one, because servers group them differently, and
 * MariaDB lists columns in no order (sql/sql_acl.cc: that of a hash). Omits USAGE, which means none.
 */
export function singleGrants(line: string): readonly string[] {
  if (parseGrantLine(line).kind !== 'privileges') return [line];
  const [whole = '', list = ''] = PRIVILEGES.exec(line) ?? [];
  const behind = line.slice(whole.length);
  return privilegesIn(list)
    .map((one) => one.trim())
    .filter((one) => one !== 'USAGE' || behind.includes(' WITH GRANT OPTION'))
    .flatMap(byColumn)
    .map((one) => `GRANT ${one}${behind}`);
}

/** Splits a privilege with a list of columns into one for each of them. */
function byColumn(privilege: string): readonly string[] {
  const [, name = '', columns] = /^([^(]*?) ?\((.*)\)$/s.exec(privilege) ?? [];
  if (columns === undefined) return [privilege];
  return [...columns.matchAll(/`(?:[^`]|``)*`|[^`,\s]+/g)].map(([column]) => `${name} (${column})`);
}

/** A privilege or a role that an account has, without the account. */
export interface Given {
  /** The privilege with its column, or the role, as a statement names it. */
  readonly what: string;
  /** Object of the privilege, as a statement names it; null for a role. */
  readonly on: string | null;
  /** True where the account may hand it on: WITH GRANT OPTION, of a role WITH ADMIN OPTION. */
  readonly isGrantable: boolean;
}

const QUOTED = /`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*'/gs;

/** Returns each privilege and each role that a line gives; none for a line of another kind. */
export function givenBy(line: string): readonly Given[] {
  const behind = line.slice(GRANTEE.exec(line)?.[0].length ?? 0).replace(QUOTED, '');
  const isGrantable = / WITH (?:GRANT|ADMIN) OPTION\b/.test(behind);
  const { kind } = parseGrantLine(line);
  if (kind === 'roles') {
    const list = ROLES.exec(line)?.[1] ?? '';
    return [...list.matchAll(ONE_ROLE)].map(([what]) => ({ what, on: null, isGrantable }));
  }
  if (kind !== 'privileges') return [];
  return singleGrants(line).map((single) => {
    const [, , what = '', type = '', schema = '', name = ''] = OBJECT.exec(single) ?? [];
    return { what, on: `${type === 'TABLE ' ? '' : type}${schema}.${name}`, isGrantable };
  });
}

/** Splits a list into privileges in capitals, without the columns that they are limited to. */
function privilegesOf(names: string): readonly string[] {
  return names
    .replace(ALL_COLUMNS, '')
    .split(',')
    .map((name) => name.trim().toUpperCase());
}

/** Splits a list of quoted roles into {@link AccountObject.name}s. */
export function rolesOf(list: string): readonly string[] {
  return [...list.matchAll(ONE_ROLE)].map(([, user = '', host]) =>
    host === undefined ? unquoted(user) : `${unquoted(user)}@${unquoted(host)}`,
  );
}

function nameOf(quoted: string): string | null {
  return quoted === '*' ? null : unquoted(quoted);
}

/** Returns the content of a name in backticks or of a text in quotes. */
export function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1);
  return quoted.startsWith('`') ? unquoteName(inner) : unquoteText(inner);
}

/** Returns the roles of a statement of either vendor that sets an account's default ones. */
export function defaultRolesOf(statement: string): readonly string[] {
  // MariaDB's has FOR before the account, MySQL's TO.
  const list =
    /^SET DEFAULT ROLE (.+) (?:FOR|TO) /s.exec(statement) ?? / DEFAULT ROLE (.+)$/s.exec(statement);
  return rolesOf(list?.[1] ?? '');
}
