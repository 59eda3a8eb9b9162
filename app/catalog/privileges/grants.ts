import { has as serverHas, type ServerVersion } from '../server/dialect';
import { escapeRegex } from '../../contract/commands/pattern';
import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';
import { nameOfPattern } from './names';
import { granteeIn, parseGrantLine, rolesOf, unlimitedPrivileges, type GrantLine } from './grant-line';
import { isRefusal } from '../session/statement-failure';

/** Privileges of an account that are active in its session. */
export interface Privileges {
  /** Returns whether the account has the privilege on the whole server. */
  has(privilege: string): boolean;
  /**
   * Returns whether it has the privilege on everything in a schema, by a grant on it or on the whole server, less
   * partial revokes.
   */
  hasIn(schema: string, privilege: string): boolean;
  /**
   * Returns whether it has the privilege on all schemas that match a name as grants write it: a grant on one of them
   * does not allow granting it on all.
   */
  hasWhere(written: string, privilege: string): boolean;
  /** Returns whether it has the privilege on all columns of one table or view. */
  hasOn(schema: string, table: string, privilege: string): boolean;
  /** Schemas that partial revokes name. */
  readonly revokedSchemas: readonly string[];
  /** Schema names as grants write them, with wildcards. */
  readonly schemaGrants: readonly string[];
  /**
   * Returns the account's own grant that applies to a schema; null where there is none. A new grant with another
   * matching name would replace it, with all its privileges.
   */
  grantFor(schema: string): OwnGrant | null;
  /** Roles that the account has but that are not active in its session, as `role@host` or `role`. */
  readonly idleRoles: readonly string[];
}

export interface OwnGrant {
  /** Its schema name as written, with wildcards. */
  readonly written: string;
  readonly privileges: readonly string[];
}

const GRANTS = 'SHOW GRANTS';
/** SHOW VARIABLES makes a table of all variables first, for which the server takes ten times as long. */
const PARTIAL_REVOKES = 'SELECT @@GLOBAL.partial_revokes AS isOn';
const ACTIVE_ROLES = 'SELECT CURRENT_ROLE()';

/**
 * Reads SHOW GRANTS. Active roles, mandatory ones included, count: the server merges their grants into the account's
 * own. Under MySQL's partial_revokes the names of schemas have no wildcards.
 */
export async function readPrivileges(session: ControlSession): Promise<Privileges> {
  const { server } = session;
  const mayRevoke = serverHas(server, 'partialRevokes') ? [PARTIAL_REVOKES] : [];
  const mayHaveRoles = serverHas(server, 'roles') ? [ACTIVE_ROLES] : [];
  const ask = await session.askAhead([GRANTS, ...mayRevoke, ...mayHaveRoles]);
  const rows = await ask(GRANTS).catch(unlimited);
  const revokes = mayRevoke.length === 0 ? [] : await ask(PARTIAL_REVOKES);
  const roles = mayHaveRoles.length === 0 ? [] : await ask(ACTIVE_ROLES);
  return parsePrivileges(
    rows.map((row) => Object.values(row)[0] ?? ''),
    { wildcards: revokes[0]?.isOn !== '1', active: activeRoles(server, roles[0]) },
  );
}

/** ER_OPTION_PREVENTS_STATEMENT: a server started with --skip-grant-tables allows everything to everybody. */
const NO_GRANT_TABLES = 1290;

function unlimited(error: unknown): readonly Row[] {
  if (!isRefusal(error, NO_GRANT_TABLES)) throw error;
  return [{ grants: "GRANT ALL PRIVILEGES ON *.* TO ''@''" }];
}

/** Returns the active roles, named as in {@link Privileges.idleRoles}. */
function activeRoles({ vendor }: ServerVersion, row: Row = {}): readonly string[] {
  const [active = null] = Object.values(row);
  if (active === null || active === 'NONE') return [];
  return vendor === 'mariadb' ? [active] : rolesOf(active);
}

interface Grant {
  /** The account or the role that holds the grant, as the line prints it. */
  readonly grantee: string;
  readonly privileges: ReadonlySet<string>;
}

interface SchemaGrant extends Grant {
  readonly written: string;
  readonly matches: (schema: string) => boolean;
  readonly isExact: boolean;
  /** Bytes before the first wildcard, as far as the server counts them. */
  readonly prefix: number;
}

interface TableGrant extends Grant {
  readonly schema: string;
  readonly table: string;
}

/** Settings that the lines of SHOW GRANTS don't show. */
export interface GrantSetting {
  /** True where names of schemas have wildcards. */
  readonly wildcards?: boolean;
  /** Roles that are active in the session. */
  readonly active?: readonly string[];
}

/**
 * Parses the lines of SHOW GRANTS; ALL includes each static privilege. Of several grants on schemas that match one
 * name, the server applies the most specific alone (measured on MySQL 9.7 and MariaDB 10.11); which one of several
 * equally specific grants applies is undefined, so that only privileges common to them count.
 */
export function parsePrivileges(
  lines: readonly string[],
  { wildcards = true, active = [] }: GrantSetting = {},
): Privileges {
  const global: Grant[] = [];
  const inSchemas: SchemaGrant[] = [];
  const onTables: TableGrant[] = [];
  const revoked: { readonly schema: string; readonly privileges: ReadonlySet<string> }[] = [];
  const schemaGrants: string[] = [];
  const roles: string[] = [];
  for (const line of lines) {
    const parsed = parseGrantLine(line);
    if (parsed.kind === 'roles') roles.push(...parsed.roles);
    if (parsed.kind === 'revoked' && parsed.place.schema !== null)
      revoked.push({ schema: nameOfPattern(parsed.place.schema), privileges: revokedPrivileges(line) });
    const place = placeOf(parsed);
    if (place === null) continue;
    const names = unlimitedPrivileges(line);
    const privileges = new Set([...names, ...grantOptionsOf(line, names)]);
    const grant: Grant = { grantee: holderOf(line), privileges };
    if (place.schema === null) global.push(grant);
    else if (place.name === null) {
      schemaGrants.push(place.schema);
      inSchemas.push({ ...grant, written: place.schema, ...matcherOf(place.schema, wildcards) });
    } else onTables.push({ ...grant, schema: place.schema, table: place.name });
  }
  const byGrantee = [...new Set(inSchemas.map(({ grantee }) => grantee))].map((grantee) =>
    inSchemas.filter((grant) => grant.grantee === grantee),
  );
  const has = (privilege: string) => global.some((grant) => includesPrivilege(grant, privilege));
  const isRevoked = (schema: string, privilege: string) =>
    revoked.some((revoke) => revoke.schema === schema && includesPrivilege(revoke, privilege));
  const hasIn = (schema: string, privilege: string) =>
    (has(privilege) && !isRevoked(schema, privilege)) ||
    byGrantee.some((own) => {
      const first = mostSpecific(own, schema);
      return first.length > 0 && first.every((grant) => includesPrivilege(grant, privilege));
    });
  return {
    has,
    hasIn,
    hasWhere: (written, privilege) =>
      has(privilege) ||
      inSchemas.some(
        (grant) =>
          includesPrivilege(grant, privilege) && grant.matches(withWildcardsApart(written, wildcards)),
      ),
    hasOn: (schema, table, privilege) =>
      hasIn(schema, privilege) ||
      onTables.some(
        (grant) => grant.schema === schema && grant.table === table && includesPrivilege(grant, privilege),
      ),
    revokedSchemas: [...new Set(revoked.map(({ schema }) => schema))],
    schemaGrants,
    idleRoles: roles.filter((role) => !active.includes(role)),
    grantFor: (schema) => {
      const own = inSchemas.filter(({ grantee }) => grantee === holderOf(lines[0] ?? ''));
      const [first] = mostSpecific(own, schema);
      return first === undefined ? null : { written: first.written, privileges: [...first.privileges] };
    },
  };
}

/** Returns the most specific grants that match a name, out of those of one grantee. */
function mostSpecific(grants: readonly SchemaGrant[], schema: string): readonly SchemaGrant[] {
  const matching = grants.filter(({ matches }) => matches(schema));
  const weight = ({ isExact, prefix }: SchemaGrant) => (isExact ? Infinity : prefix);
  const most = Math.max(...matching.map(weight));
  return matching.filter((grant) => weight(grant) === most);
}

function placeOf(line: GrantLine): { readonly schema: string | null; readonly name: string | null } | null {
  if (line.kind !== 'privileges' || line.place.kind !== 'table') return null;
  return line.place;
}

/** Returns the account or the role that a line of SHOW GRANTS is about; only PUBLIC of MariaDB is neither. */
function holderOf(line: string): string {
  return granteeIn(line) ?? 'PUBLIC';
}

/**
 * Returns the privilege that allows granting another: one for all static privileges of an object, and on MySQL one for
 * each dynamic privilege, whose names have underscores where others have spaces (MySQL manual, "GRANT Statement").
 */
export function grantOptionFor(privilege: string): string {
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(privilege) ? `${privilege} WITH GRANT OPTION` : 'GRANT OPTION';
}

function grantOptionsOf(line: string, names: readonly string[]): readonly string[] {
  return line.includes(' WITH GRANT OPTION') ? names.map(grantOptionFor) : [];
}

function revokedPrivileges(line: string): ReadonlySet<string> {
  const [, list = ''] = /^REVOKE (.+?) ON /s.exec(line) ?? [];
  return new Set(list.split(',').map((name) => name.trim().toUpperCase()));
}

function includesPrivilege({ privileges }: Pick<Grant, 'privileges'>, privilege: string): boolean {
  if (privileges.has(privilege.toUpperCase())) return true;
  return !privilege.endsWith('GRANT OPTION') && (privileges.has('ALL PRIVILEGES') || privileges.has('ALL'));
}

const PIECE = /\\([_%\\])|([_%])|([^_%])/gsu;

/** Bytes within which servers look for the first wildcard (MySQL, sql/auth/sql_auth_cache.cc, get_sort). */
const FARTHEST_WILDCARD = 126;

/**
 * Builds a matcher for a grant's schema name, where `_` and `%` are wildcards unless a backslash precedes them (MySQL
 * manual, "GRANT Statement").
 */
function matcherOf(written: string, wildcards: boolean): Omit<SchemaGrant, keyof Grant | 'written'> {
  if (!wildcards) {
    return { matches: (schema) => schema === written, isExact: true, prefix: written.length };
  }
  const pieces = [...written.matchAll(PIECE)];
  const source = pieces.map(([text, escaped, wildcard]) => {
    if (wildcard === '%') return '.*';
    return wildcard === '_' ? '.' : escapeRegex(escaped ?? text);
  });
  const expression = new RegExp(`^${source.join('')}$`, 'su');
  const first = pieces.find(([, , wildcard]) => wildcard !== undefined);
  const before = Buffer.byteLength(written.slice(0, first?.index));
  return {
    matches: (schema) => expression.test(schema),
    isExact: first === undefined,
    prefix: Math.min(before, FARTHEST_WILDCARD),
  };
}

/** Replaces wildcards by a character that no name contains, so that only wildcards match them. */
function withWildcardsApart(written: string, wildcards: boolean): string {
  if (!wildcards) return written;
  return written.replace(PIECE, (_text, escaped?: string, wildcard?: string, other?: string) =>
    wildcard === undefined ? (escaped ?? other ?? '') : '\u{f0000}',
  );
}
