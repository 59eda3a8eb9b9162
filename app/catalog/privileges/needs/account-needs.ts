import type { ServerVersion } from '../../server/dialect';
import type { AccountObject } from '../accounts';
import { parseGrantLine, unlimitedPrivileges, type GrantPlace } from '../grant-line';
import { grantPattern, nameOfPattern } from '../names';
import { accountReadingNeed, onSchema, SERVER, type Need, type RightPlace } from './needs';

/** Returns the privileges to create accounts and to read them again; for what they are granted see {@link grantingNeeds}. */
export function accountMakingNeeds(): readonly Need[] {
  return [{ anyOf: ['CREATE USER'], on: SERVER, for: 'accounts' }, accountReadingNeed()];
}

/** Privileges on a table that both vendors count as ALL PRIVILEGES; a schema has these and others. */
const ON_TABLE = [
  ...['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'REFERENCES', 'INDEX', 'ALTER'],
  ...['CREATE VIEW', 'SHOW VIEW', 'TRIGGER'],
];
const ON_SCHEMA = [
  ...ON_TABLE,
  ...['CREATE TEMPORARY TABLES', 'LOCK TABLES', 'EXECUTE', 'CREATE ROUTINE', 'ALTER ROUTINE', 'EVENT'],
];
const ON_SERVER = [...ON_SCHEMA, 'PROCESS', 'FILE', 'RELOAD', 'CREATE USER'];

/** Returns privileges that ALL PRIVILEGES on an object gives on every version of both vendors; there may be more. */
export function leastOfAll({ kind, schema, name }: GrantPlace): readonly string[] {
  if (kind === 'routine') return ['EXECUTE', 'ALTER ROUTINE'];
  if (schema === null) return ON_SERVER;
  return name === null ? ON_SCHEMA : ON_TABLE;
}

const NO_NEED: ReadonlySet<string> = new Set(['USAGE', 'GRANT OPTION', 'PROXY']);

/** Grants of an account, as lines of SHOW GRANTS, and its statement for default roles. */
export type Given = Pick<AccountObject, 'grants' | 'defaultRole'>;

/**
 * Returns the privileges to grant accounts all that they have: an account grants only what it has WITH GRANT OPTION. Grants
 * on routines, on columns and of proxies are left to the server to judge, as are roles of MariaDB, which their creator
 * may grant (measured on 10.11).
 */
export function grantingNeeds(
  { vendor }: Pick<ServerVersion, 'vendor'>,
  given: readonly Given[],
): readonly Need[] {
  const lines = given.flatMap(({ grants }) => grants);
  const givesRoles = lines.some((line) => parseGrantLine(line).kind === 'roles');
  const setsRoles = given.some(({ defaultRole }) => defaultRole !== null);
  const what = 'account-roles' as const;
  return [
    ...handedOn(lines),
    ...(vendor === 'mysql' && givesRoles
      ? [{ anyOf: ['ROLE_ADMIN', 'SUPER'] as const, on: SERVER, for: what }]
      : []),
    ...(vendor === 'mariadb' && setsRoles
      ? [{ anyOf: ['UPDATE'] as const, on: onSchema('mysql'), for: what }]
      : []),
  ];
}

function handedOn(grants: readonly string[]): readonly Need[] {
  return grants.flatMap((grant): readonly Need[] => {
    const line = parseGrantLine(grant);
    if (line.kind !== 'privileges' || line.place.kind === 'routine') return [];
    const on = placeOf(line.place);
    return unlimitedPrivileges(grant)
      .filter((name) => !NO_NEED.has(name))
      .flatMap((name) => spellOut(name, on))
      .map((anyOf): Need => ({ anyOf, on, grantable: true, for: 'account-grants' }));
  });
}

/**
 * Spells out ALL PRIVILEGES, whose meaning depends on the server: for the whole server, MySQL never prints it (measured
 * on 9.7).
 */
function spellOut(name: string, on: RightPlace): readonly Need['anyOf'][] {
  if (name !== 'ALL PRIVILEGES' && name !== 'ALL') return [[name]];
  if (on.kind === 'server') return [['ALL PRIVILEGES', 'SUPER']];
  return (on.kind === 'table' ? ON_TABLE : ON_SCHEMA).map((one): Need['anyOf'] => [one]);
}

function placeOf({
  schema,
  name,
}: {
  readonly schema: string | null;
  readonly name: string | null;
}): RightPlace {
  if (schema === null) return SERVER;
  if (name !== null) return { kind: 'table', schema, table: name };
  const one = nameOfPattern(schema);
  return grantPattern(one) === schema ? onSchema(one) : { kind: 'pattern', written: schema };
}
