import type { AccountObject } from '../../catalog/privileges/accounts';
import {
  defaultRolesOf,
  givenBy,
  parseGrantLine,
  rolesOf,
  singleGrants,
  unquoted,
  withPlace,
  type Given,
} from '../../catalog/privileges/grant-line';
import { leastOfAll } from '../../catalog/privileges/needs/account-needs';
import type { NameFolding } from '../../catalog/server/name-folding';
import { withoutSecrets } from '../../format/sql/accounts-script';
import type { AccountDifference } from '../../text/target/accounts';
import { attributeDifferences } from './attributes';

/** Returns whether two accounts are identical, in whatever order and lines their grants are listed. */
export function areSame(one: AccountObject, other: AccountObject): boolean {
  return differenceOf(one, other) === null;
}

/**
 * Returns the first statement, split by privilege, that only one of the two accounts has; null where they are
 * identical.
 */
export function differenceOf(existing: AccountObject, wanted: AccountObject): string | null {
  return differencesOf(existing, wanted)[0]?.statement ?? null;
}

export interface ComparedPart {
  readonly difference: AccountDifference;
  /** Statement that only one of the two has, or has in this form. It may contain a hash. */
  readonly statement: string;
  /** True where it is a difference whatever version, vendor or person wrote the two accounts. */
  readonly isSure: boolean;
}

/** Compares two accounts by what their statements say, and returns each difference. */
export function differencesOf(existing: AccountObject, wanted: AccountObject): readonly ComparedPart[] {
  return [
    ...attributeDifferences(existing.create, wanted.create).map((attribute) => ({
      ...attribute,
      statement: wanted.create,
    })),
    ...secondPassword(existing, wanted),
    ...grantDifferences(existing.grants, wanted.grants),
    ...lineDifferences(existing.grants, wanted.grants),
    ...defaultRoleDifferences(existing.defaultRole, wanted.defaultRole),
  ];
}

function secondPassword(existing: AccountObject, wanted: AccountObject): readonly ComparedPart[] {
  if (existing.hasSecondPassword !== true || wanted.hasSecondPassword === true) return [];
  return [{ difference: { kind: 'second-password' }, statement: wanted.create, isSure: true }];
}

interface Granted extends Given {
  readonly statement: string;
}

function grantDifferences(found: readonly string[], wanted: readonly string[]): readonly ComparedPart[] {
  const [has, wants] = [grantedBy(found), grantedBy(wanted)];
  const whole = wholesaleDifferences([...has.values()], [...wants.values()]);
  const said = new Set(whole.map(({ on }) => on));
  const others = [...new Set([...wants.keys(), ...has.keys()])].flatMap((key): readonly ComparedPart[] => {
    const [one, other] = [has.get(key), wants.get(key)];
    const granted = other ?? one;
    if (granted === undefined || one?.isGrantable === other?.isGrantable) return [];
    const { what, on, isGrantable, statement } = granted;
    if (said.has(on) && what !== GRANT_OPTION) return [];
    const kind = one === undefined ? 'lacks' : other === undefined ? 'has' : 'hand-on';
    return [{ difference: { kind, what, on, isGrantable }, statement, isSure: isSaidAlike(granted) }];
  });
  return [...whole.map(({ part }) => part), ...others];
}

const GRANT_OPTION = 'GRANT OPTION';

/** Splits grants into single privileges and roles, by what is the same however a server quotes it. */
function grantedBy(grants: readonly string[]): ReadonlyMap<string, Granted> {
  const all = grants.flatMap(singleGrants).flatMap((statement) =>
    givenBy(statement).flatMap((given): readonly Granted[] => {
      const granted = { ...given, statement };
      if (!isHandedOnByObject(given)) return [granted];
      const option = { ...granted, what: GRANT_OPTION, isGrantable: false };
      const own = given.what === 'USAGE' ? [] : [{ ...granted, isGrantable: false }];
      return given.isGrantable ? [...own, option] : own;
    }),
  );
  const byKey = new Map<string, Granted>();
  for (const granted of all) {
    const key = keyOf(granted);
    // A grant takes nothing from an earlier one.
    if (byKey.get(key)?.isGrantable !== true) byKey.set(key, granted);
  }
  return byKey;
}

/**
 * Returns whether WITH GRANT OPTION is a property of the object and not of the privilege: an account may hand on all that it
 * has there, whichever line says so. MySQL's dynamic privileges, whose names are words joined by `_`, have one each (MySQL
 * manual, "GRANT Statement"), and so have roles.
 */
function isHandedOnByObject({ what, on }: Given): boolean {
  return on !== null && !/^[^\s(]*_[^\s(]*$/.test(what.replace(/ ?\(.*\)$/s, ''));
}

function keyOf({ what, on }: Given): string {
  if (on === null) return JSON.stringify(['role', rolesOf(what)[0]]);
  const [, name = what, column] = /^([^(]*?) ?\(`?(.*?)`?\)$/s.exec(what) ?? [];
  // Names of columns are one in any letters (both manuals, "Identifier Case Sensitivity").
  return JSON.stringify([name.toUpperCase(), column?.toLowerCase(), on]);
}

const ALL: ReadonlySet<string> = new Set(['ALL', 'ALL PRIVILEGES']);

interface WholesaleDifference {
  readonly on: string | null;
  readonly part: ComparedPart;
}

/** Finds objects on which one account has ALL PRIVILEGES, and the other one some of them: that is one difference. */
function wholesaleDifferences(
  has: readonly Granted[],
  wants: readonly Granted[],
): readonly WholesaleDifference[] {
  const namesOn = (all: readonly Granted[], place: string | null) =>
    all
      .filter(({ on, what }) => on === place && !what.includes('(') && what !== GRANT_OPTION)
      .map(({ what }) => what);
  return [...has, ...wants].flatMap(({ what, on, statement }): readonly WholesaleDifference[] => {
    if (on === null || !ALL.has(what.toUpperCase())) return [];
    const [found, wanted] = [namesOn(has, on), namesOn(wants, on)];
    const isOnBoth = [found, wanted].every((names) => names.some((name) => ALL.has(name.toUpperCase())));
    if (isOnBoth || found.length === 0 || wanted.length === 0) return [];
    // The server decides which privileges that are, but for those of every version.
    const some = found.some((name) => ALL.has(name.toUpperCase())) ? wanted : found;
    const line = parseGrantLine(statement);
    const least = line.kind === 'privileges' ? leastOfAll(line.place) : [];
    const isSure = !least.every((name) => some.includes(name));
    return [{ on, part: { difference: { kind: 'privileges', on, found, wanted }, statement, isSure } }];
  });
}

/** Privileges that every version of both vendors calls the same, and that mean the same there. */
const COMMON: ReadonlySet<string> = new Set([
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'REFERENCES', 'INDEX', 'ALTER'],
  ...['CREATE VIEW', 'SHOW VIEW', 'TRIGGER', 'CREATE TEMPORARY TABLES', 'LOCK TABLES', 'EXECUTE'],
  ...['CREATE ROUTINE', 'ALTER ROUTINE', 'EVENT', 'PROCESS', 'FILE', 'RELOAD', 'CREATE USER', GRANT_OPTION],
  // All against none.
  ...ALL,
]);

function isSaidAlike({ what, on }: Given): boolean {
  return on === null || COMMON.has(what.replace(/ ?\(.*\)$/s, '').toUpperCase());
}

/** Compares the lines that give neither privileges nor roles: partial revokes, proxies, and what can't be read. */
function lineDifferences(found: readonly string[], wanted: readonly string[]): readonly ComparedPart[] {
  const [has, wants] = [otherLines(found), otherLines(wanted)];
  const only = (lines: typeof has, others: typeof has, kind: 'lacks-line' | 'has-line') =>
    [...lines].flatMap(([key, { statement, isSure }]): readonly ComparedPart[] => {
      if (others.has(key)) return [];
      return [{ difference: { kind, statement: withoutSecrets(statement) }, statement, isSure }];
    });
  return [...only(wants, has, 'lacks-line'), ...only(has, wants, 'has-line')];
}

const QUOTED = /`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*'/gs;

/** Returns these lines by what is the same however a server quotes it, a partial revoke split by privilege. */
function otherLines(
  lines: readonly string[],
): ReadonlyMap<string, Pick<ComparedPart, 'statement' | 'isSure'>> {
  const keyed = lines.flatMap((line) => {
    const { kind } = parseGrantLine(line);
    if (kind === 'privileges' || kind === 'roles') return [];
    if (kind === 'unknown') return [[line, { statement: line, isSure: false }] as const];
    const singles = kind === 'revoked' ? singleRevokes(line) : [line];
    return singles.map((statement) => {
      const key = statement.replace(QUOTED, (piece) => JSON.stringify(unquoted(piece)));
      const [, privilege = GRANT_OPTION] = REVOKED.exec(statement) ?? [];
      return [key, { statement, isSure: COMMON.has(privilege) }] as const;
    });
  });
  return new Map(keyed);
}

const REVOKED = /^REVOKE ([^`']+?)(?= ON )/;

function singleRevokes(line: string): readonly string[] {
  const [whole = '', list = ''] = REVOKED.exec(line) ?? [];
  return list.split(',').map((name) => `REVOKE ${name.trim()}${line.slice(whole.length)}`);
}

function defaultRoleDifferences(found: string | null, wanted: string | null): readonly ComparedPart[] {
  const [has, wants] = [found, wanted].map((statement) =>
    statement === null ? [] : [...defaultRolesOf(statement)].sort(),
  );
  if (has === undefined || wants === undefined || has.join('\n') === wants.join('\n')) return [];
  const difference = { kind: 'default-roles', found: has, wanted: wants } as const;
  return [{ difference, statement: wanted ?? found ?? '', isSure: true }];
}

/** Returns the account with schemas and tables in its grants as a server names them that may fold their letters. */
export function asNamedBy(folding: NameFolding, account: AccountObject): AccountObject {
  return { ...account, grants: account.grants.map((grant) => folded(folding, grant)) };
}

function folded(folding: NameFolding, grant: string): string {
  const line = parseGrantLine(grant);
  if ((line.kind !== 'privileges' && line.kind !== 'revoked') || line.place.schema === null) return grant;
  const { kind, schema, name } = line.place;
  return withPlace(grant, {
    schema: folding.of('schema', schema),
    name: name === null || kind === 'routine' ? name : folding.of('table', name),
  });
}
