import { quoteName, unquoteName, unquoteText } from '../text/quote';

/** What a grant on a whole schema, a table or a routine is about; on the whole server it names neither. */
export interface GrantPlace {
  readonly kind: 'table' | 'routine';
  /** As the grant has it: `_` and `%` are wildcards where no backslash precedes them. Null for every schema. */
  readonly schema: string | null;
  /** Null for all that the schema holds. */
  readonly name: string | null;
}

/** One line of SHOW GRANTS, as far as it must be understood before it is run. */
export type GrantLine =
  | { readonly kind: 'privileges'; readonly names: readonly string[]; readonly place: GrantPlace }
  /** Privileges that an account has on the server, and not in one schema (MySQL's partial revokes). */
  | { readonly kind: 'revoked'; readonly place: GrantPlace }
  /** Roles, as {@link AccountObject.name} names them. */
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'proxy' }
  | { readonly kind: 'unknown' };

/** A quote that is followed by another ends nothing: a text that can be read in one way is read in one go. */
const NAME = '`(?:[^`]|``)*`(?!`)';
const TEXT = "'(?:[^'\\\\]|\\\\.|'')*'(?!')";
const ROLE = `(?:${NAME}|${TEXT})(?:@(?:${NAME}|${TEXT}))?`;
const OBJECT =
  /^(GRANT|REVOKE) ((?:`(?:[^`]|``)*`(?!`)|[^`'])+?) ON ((?:[A-Z]+ )*)(\*|`(?:[^`]|``)*`)\.(\*|`(?:[^`]|``)*`) (?=TO |FROM )/s;
const ROLES = new RegExp(`^GRANT (${ROLE}(?:, ?${ROLE})*) TO `, 's');
const ONE_ROLE = new RegExp(`(${NAME}|${TEXT})(?:@(${NAME}|${TEXT}))?`, 'gs');

/** Reads one line of SHOW GRANTS of either vendor. */
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

/** The line with another schema and name in its place; one that is about no object comes back as it was. */
export function withPlace(line: string, { schema, name }: Omit<GrantPlace, 'kind'>): string {
  return line.replace(
    OBJECT,
    (_, verb: string, names: string, type: string) =>
      `${verb} ${names} ON ${type}${schema === null ? '*' : quoteName(schema)}.${name === null ? '*' : quoteName(name)} `,
  );
}

const PRIVILEGES = /^GRANT (.+?)(?= ON (?:[A-Z]+ )*(?:\*|`(?:[^`]|``)*`)\.)/s;
/** Not those between columns. */
const BETWEEN = /,(?![^(]*\))/;

/**
 * A line that grants privileges, as far as its place, with what `change` makes of them: each keeps the columns that it
 * is limited to.
 */
export function withPrivileges(
  line: string,
  change: (names: readonly string[]) => readonly string[],
): string {
  return line.replace(PRIVILEGES, (_, list: string) => {
    const columns = new Map(
      list.split(BETWEEN).map((one) => {
        const [name = ''] = privilegesOf(one);
        return [name, / ?\(.*\)/s.exec(one)?.[0] ?? ''] as const;
      }),
    );
    return `GRANT ${change([...columns.keys()])
      .map((name) => name + (columns.get(name) ?? ''))
      .join(', ')}`;
  });
}

/** The privileges of a line that hold for whole objects: those that are limited to columns are not among them. */
export function unlimitedPrivileges(line: string): readonly string[] {
  const list = PRIVILEGES.exec(line)?.[1] ?? '';
  return list
    .split(BETWEEN)
    .filter((one) => !one.includes('('))
    .map((one) => one.trim().toUpperCase());
}

/** A grant as one line for each privilege: servers gather them in lines of their own choice. USAGE is nothing. */
export function singleGrants(line: string): readonly string[] {
  if (parseGrantLine(line).kind !== 'privileges') return [line];
  const [whole = '', list = ''] = PRIVILEGES.exec(line) ?? [];
  const behind = line.slice(whole.length);
  return list
    .split(BETWEEN)
    .map((one) => one.trim())
    .filter((one) => one !== 'USAGE' || behind.includes(' WITH GRANT OPTION'))
    .map((one) => `GRANT ${one}${behind}`);
}

/** Privileges in capitals, without the columns that they are limited to. */
function privilegesOf(names: string): readonly string[] {
  return names
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.trim().toUpperCase());
}

/** The roles of a list of quoted names, as {@link AccountObject.name} names them. */
export function rolesOf(list: string): readonly string[] {
  return [...list.matchAll(ONE_ROLE)].map(([, user = '', host]) =>
    host === undefined ? unquoted(user) : `${unquoted(user)}@${unquoted(host)}`,
  );
}

function nameOf(quoted: string): string | null {
  return quoted === '*' ? null : unquoted(quoted);
}

/** A name in backticks or a text in quotes, as it is. */
export function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1);
  return quoted.startsWith('`') ? unquoteName(inner) : unquoteText(inner);
}

/** The roles of a statement that gives an account its default ones, of either vendor. */
export function defaultRolesOf(statement: string): readonly string[] {
  const list = /^SET DEFAULT ROLE (.+) FOR /s.exec(statement) ?? / DEFAULT ROLE (.+)$/s.exec(statement);
  return rolesOf(list?.[1] ?? '');
}
