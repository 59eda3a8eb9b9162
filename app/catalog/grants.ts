import { escapeRegex } from '../contract/pattern';
import type { ControlSession } from './control-session';

/** What the account may do, by the grants on the whole server and on whole schemas. */
export interface Privileges {
  /** On the whole server. */
  has(privilege: string): boolean;
  /** On every table of a schema, by a grant on it or on the whole server. */
  hasIn(schema: string, privilege: string): boolean;
}

/** Reads SHOW GRANTS: the roles that are active count, for their grants are listed with the account's own. */
export async function readPrivileges(session: ControlSession): Promise<Privileges> {
  const rows = await session.rows('SHOW GRANTS');
  return parsePrivileges(rows.map((row) => Object.values(row)[0] ?? ''));
}

interface Grant {
  /** Null for the whole server; else matches the names of the schemas. */
  readonly schemas: RegExp | null;
  readonly privileges: ReadonlySet<string>;
}

/** The privileges of every `GRANT … ON *.*` and `GRANT … ON schema.*` line; ALL stands for each static one. */
export function parsePrivileges(lines: readonly string[]): Privileges {
  const grants = lines.flatMap((line) => parseGrant(line) ?? []);
  const global = grants.filter(({ schemas }) => schemas === null);
  const has = (privilege: string) => global.some((grant) => gives(grant, privilege));
  return {
    has,
    hasIn: (schema, privilege) =>
      has(privilege) ||
      grants.some((grant) => grant.schemas?.test(schema) === true && gives(grant, privilege)),
  };
}

function parseGrant(line: string): Grant | null {
  const match = /^GRANT (.+) ON (\*|`(?:[^`]|``)+`)\.\* TO /i.exec(line);
  if (match === null) return null;
  const [, names = '', scope = ''] = match;
  return {
    schemas: scope === '*' ? null : schemaPattern(scope),
    privileges: new Set(names.split(',').map((name) => name.trim().toUpperCase())),
  };
}

function gives({ privileges }: Grant, privilege: string): boolean {
  return privileges.has('ALL PRIVILEGES') || privileges.has('ALL') || privileges.has(privilege.toUpperCase());
}

/** In a grant's schema name `_` and `%` are wildcards unless a backslash precedes them (MySQL manual, "GRANT Statement"). */
function schemaPattern(quoted: string): RegExp {
  const name = quoted.slice(1, -1).replace(/``/g, '`');
  const source = name.replace(/\\([_%\\])|([_%])|([^_%])/gsu, (text, escaped?: string, wildcard?: string) => {
    if (wildcard === '%') return '.*';
    if (wildcard === '_') return '.';
    return escapeRegex(escaped ?? text);
  });
  return new RegExp(`^${source}$`, 'su');
}
