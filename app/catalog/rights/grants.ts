import { SluiceError } from '../../contract/failure';
import { escapeRegex } from '../../contract/pattern';
import type { ControlSession, Row } from '../session/control-session';
import { parseGrantLine, rolesOf, unlimitedPrivileges, type GrantLine } from './grant-line';

/** Privileges of an account, by the grants that count in its session. */
export interface Privileges {
  /** On the whole server. */
  has(privilege: string): boolean;
  /** On everything of a schema, by a grant on it or on the whole server, less what partial revokes take away. */
  hasIn(schema: string, privilege: string): boolean;
  /** On all schemas that fit a name as grants write it: who may do it in one of them may not give it for all. */
  hasWhere(written: string, privilege: string): boolean;
  /** On all columns of one table or view. */
  hasOn(schema: string, table: string, privilege: string): boolean;
  /** Schemas that partial revokes name. */
  readonly revokedSchemas: readonly string[];
  /** Schema names of the grants as they are written, wildcards and all. */
  readonly schemaGrants: readonly string[];
  /**
   * The account's own grant that counts for a schema; null where there is none. A grant under another name that fits
   * would take its place, with all that it gives.
   */
  grantFor(schema: string): OwnGrant | null;
  /** Roles that the account holds and that are not active in its session, as `role@host` or `role`. */
  readonly idleRoles: readonly string[];
}

export interface OwnGrant {
  /** The schema's name in it, wildcards and all. */
  readonly written: string;
  readonly privileges: readonly string[];
}

/**
 * Reads SHOW GRANTS: roles that are active, mandatory ones too, count, for the server merges their grants into the
 * account's own. Under MySQL's partial_revokes the names of schemas have no wildcards.
 */
export async function readPrivileges(session: ControlSession): Promise<Privileges> {
  const rows = await session.rows('SHOW GRANTS').catch(unlimited);
  const wildcards = session.server.vendor === 'mariadb' || !(await hasPartialRevokes(session));
  return parsePrivileges(
    rows.map((row) => Object.values(row)[0] ?? ''),
    { wildcards, active: await readActiveRoles(session) },
  );
}

/** ER_OPTION_PREVENTS_STATEMENT: a server that runs with --skip-grant-tables lets everybody do everything. */
const NO_GRANT_TABLES = 1290;

function unlimited(error: unknown): readonly Row[] {
  if (!(error instanceof SluiceError) || error.failure.errno !== NO_GRANT_TABLES) throw error;
  return [{ grants: "GRANT ALL PRIVILEGES ON *.* TO ''@''" }];
}

/** As {@link Privileges.idleRoles} names them. */
async function readActiveRoles(session: ControlSession): Promise<readonly string[]> {
  const active = await session.scalar('SELECT CURRENT_ROLE()');
  if (active === null || active === 'NONE') return [];
  return session.server.vendor === 'mariadb' ? [active] : rolesOf(active);
}

async function hasPartialRevokes(session: ControlSession): Promise<boolean> {
  const [found] = await session.rows("SHOW GLOBAL VARIABLES LIKE 'partial_revokes'");
  return found?.Value === 'ON';
}

interface Grant {
  /** The account or the role that it was given to, as the line has it. */
  readonly grantee: string;
  readonly privileges: ReadonlySet<string>;
}

interface SchemaGrant extends Grant {
  readonly written: string;
  readonly matches: (schema: string) => boolean;
  readonly isExact: boolean;
  /** How many bytes stand before the first wildcard, as far as the server counts them. */
  readonly prefix: number;
}

interface TableGrant extends Grant {
  readonly schema: string;
  readonly table: string;
}

/** What the lines of SHOW GRANTS do not say. */
export interface GrantSetting {
  /** Whether names of schemas have wildcards. */
  readonly wildcards?: boolean;
  /** Roles that are active in the session. */
  readonly active?: readonly string[];
}

/**
 * Judges the lines of SHOW GRANTS; ALL stands for each static privilege. Of several grants on schemas that match one
 * name, the server follows the most specific alone (measured on MySQL 9.7 and MariaDB 10.11); which of several that are
 * equally specific is chance, so that only what all of them give counts.
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
      revoked.push({ schema: unescaped(parsed.place.schema), privileges: revokedPrivileges(line) });
    const place = placeOf(parsed);
    if (place === null) continue;
    const names = unlimitedPrivileges(line);
    const privileges = new Set([...names, ...grantOptionsOf(line, names)]);
    const grant: Grant = { grantee: granteeOf(line), privileges };
    if (place.schema === null) global.push(grant);
    else if (place.name === null) {
      schemaGrants.push(place.schema);
      inSchemas.push({ ...grant, written: place.schema, ...matcherOf(place.schema, wildcards) });
    } else onTables.push({ ...grant, schema: place.schema, table: place.name });
  }
  const byGrantee = [...new Set(inSchemas.map(({ grantee }) => grantee))].map((grantee) =>
    inSchemas.filter((grant) => grant.grantee === grantee),
  );
  const has = (privilege: string) => global.some((grant) => gives(grant, privilege));
  const isRevoked = (schema: string, privilege: string) =>
    revoked.some((revoke) => revoke.schema === schema && gives(revoke, privilege));
  const hasIn = (schema: string, privilege: string) =>
    (has(privilege) && !isRevoked(schema, privilege)) ||
    byGrantee.some((own) => {
      const first = mostSpecific(own, schema);
      return first.length > 0 && first.every((grant) => gives(grant, privilege));
    });
  return {
    has,
    hasIn,
    hasWhere: (written, privilege) =>
      has(privilege) ||
      inSchemas.some(
        (grant) => gives(grant, privilege) && grant.matches(withWildcardsApart(written, wildcards)),
      ),
    hasOn: (schema, table, privilege) =>
      hasIn(schema, privilege) ||
      onTables.some((grant) => grant.schema === schema && grant.table === table && gives(grant, privilege)),
    revokedSchemas: [...new Set(revoked.map(({ schema }) => schema))],
    schemaGrants,
    idleRoles: roles.filter((role) => !active.includes(role)),
    grantFor: (schema) => {
      const own = inSchemas.filter(({ grantee }) => grantee === granteeOf(lines[0] ?? ''));
      const [first] = mostSpecific(own, schema);
      return first === undefined ? null : { written: first.written, privileges: [...first.privileges] };
    },
  };
}

/** Those of one grantee that match a name, and that no other is more specific than. */
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

function granteeOf(line: string): string {
  return / TO (`(?:[^`]|``)*`(?:@`(?:[^`]|``)*`)?|'[^']*'@'[^']*'|PUBLIC)/.exec(line)?.[1] ?? '';
}

/**
 * The right to give a privilege on: one for all static privileges of a place, and on MySQL one for each dynamic privilege,
 * whose names have underscores where others have spaces (MySQL manual, "GRANT Statement").
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

function gives({ privileges }: Pick<Grant, 'privileges'>, privilege: string): boolean {
  if (privileges.has(privilege.toUpperCase())) return true;
  return !privilege.endsWith('GRANT OPTION') && (privileges.has('ALL PRIVILEGES') || privileges.has('ALL'));
}

const PIECE = /\\([_%\\])|([_%])|([^_%])/gsu;

/** How far servers look for the first wildcard (MySQL, sql/auth/sql_auth_cache.cc, get_sort). */
const FARTHEST_WILDCARD = 126;

/** In a grant's schema name `_` and `%` are wildcards unless a backslash precedes them (MySQL manual, "GRANT Statement"). */
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

/** A name in which wildcards are characters that no other name holds, so that wildcards alone fit them. */
function withWildcardsApart(written: string, wildcards: boolean): string {
  if (!wildcards) return written;
  return written.replace(PIECE, (_text, escaped?: string, wildcard?: string, other?: string) =>
    wildcard === undefined ? (escaped ?? other ?? '') : '\u{f0000}',
  );
}

function unescaped(written: string): string {
  return written.replace(/\\([_%\\])/g, '$1');
}
