import { SluiceError } from '../../contract/failure';
import { productOf } from '../../contract/product';
import { privilegesFailures } from '../../text/catalog/privileges';
import { has } from '../server/dialect';
import type { ControlSession } from '../session/control-session';
import { granteeIn, rolesOf } from './grant-line';
import { readPrivileges } from './grants';
import { quoteName, quoteText } from '../text/quote';
import { privilegesLack, privilegesRefusal } from './missing';
import { accountReadingNeed } from './needs/needs';

/** An account or a role under both of its names. */
export interface AccountName {
  /** As in statements: `'user'@'host'`, on MariaDB a role by its name alone. */
  readonly account: string;
  /** `user@host`, for patterns. */
  readonly name: string;
}

/** An account or a role with all its grants, as statements. */
export interface AccountObject extends AccountName {
  readonly create: string;
  readonly grants: readonly string[];
  /** Sets the account's default roles once all roles exist; null where it has none. */
  readonly defaultRole: string | null;
  /** True where its server has partial_revokes: names of schemas in its grants have no wildcards. */
  readonly partialRevokes?: true;
  /** True where its server lets it sign in by an older password too, which no statement shows and no dump holds. */
  readonly hasSecondPassword?: true;
}

/** The servers' own accounts (MySQL manual, "Reserved Accounts"; MariaDB, "mariadb.sys"). */
const RESERVED: ReadonlySet<string> = new Set([
  'mysql.sys',
  'mysql.session',
  'mysql.infoschema',
  'mariadb.sys',
  'PUBLIC',
]);

/** Returns whether the account is one of the servers' own. */
export function isReserved({ name }: AccountName): boolean {
  return RESERVED.has(name.replace(/@[^@]*$/, ''));
}

/**
 * Returns both names of an account.
 *
 * @param host null for a role of MariaDB, which has none
 */
export function accountOf(user: string, host: string | null): AccountName {
  if (host === null) return { account: quoteName(user), name: user };
  return { account: `${quoteText(user)}@${quoteText(host)}`, name: `${user}@${host}` };
}

interface ListedAccount extends AccountName {
  /** A role of MariaDB; on MySQL roles are accounts like others. */
  readonly isRole: boolean;
}

/** Reads all accounts and roles but the server's own, in name order. Needs SELECT on the schema `mysql`. */
export async function readAccountNames(session: ControlSession): Promise<readonly ListedAccount[]> {
  const isMariaDb = session.server.vendor === 'mariadb';
  const rows = await session
    .rows(
      `SELECT User AS user, Host AS host, ${isMariaDb ? 'is_role' : "'N'"} AS role FROM mysql.user ORDER BY 1, 2`,
    )
    .catch((error: unknown) => refuse(error, session));
  return rows
    .map(({ user, host, role }) => {
      const isRole = role === 'Y';
      return { ...accountOf(user ?? '', isRole ? null : (host ?? '')), isRole };
    })
    .filter((account) => !isReserved(account));
}

/**
 * Reads what MariaDB grants to PUBLIC, and so to every account: it is a role that nobody creates, and from which no account can be
 * told apart (manual, "GRANT": since 10.11). Needs SELECT on the schema `mysql`.
 */
export async function readPublicGrants(session: ControlSession): Promise<readonly string[]> {
  if (!(await hasPublic(session))) return [];
  const lines = await session.rows('SHOW GRANTS FOR PUBLIC');
  return lines
    .map((row) => Object.values(row)[0] ?? '')
    .filter((line) => line !== 'GRANT USAGE ON *.* TO PUBLIC');
}

/** Returns whether something was ever granted to PUBLIC. */
export async function hasPublic(session: ControlSession): Promise<boolean> {
  if (session.server.vendor !== 'mariadb') return false;
  const [role] = await session.rows("SELECT 1 FROM mysql.user WHERE User = 'PUBLIC' AND is_role = 'Y'");
  return role !== undefined;
}

/**
 * Reads the names of the accounts that have a second password, which no statement shows (MySQL manual, "Dual Password
 * Support"). Needs SELECT on the schema `mysql`.
 */
export async function readSecondPasswords(session: ControlSession): Promise<ReadonlySet<string>> {
  if (!has(session.server, 'secondPasswords')) return new Set();
  const rows = await session.rows(
    `SELECT User AS user, Host AS host FROM mysql.user
     WHERE JSON_CONTAINS_PATH(User_attributes, 'one', '$.additional_password')`,
  );
  return new Set(rows.map(({ user, host }) => accountOf(user ?? '', host ?? '').name));
}

/** Reads the accounts of {@link readAccountNames} that `takes` selects, with all their grants. */
export async function readAccounts(
  session: ControlSession,
  takes: (name: string) => boolean,
): Promise<readonly AccountObject[]> {
  const accounts: AccountObject[] = [];
  for (const listed of await readAccountNames(session))
    if (takes(listed.name))
      accounts.push(await readAccount(session, listed).catch((error: unknown) => refuse(error, session)));
  if (accounts.length === 0) return accounts;
  const seconds = await readSecondPasswords(session);
  const partialRevokes = await hasPartialRevokes(session);
  return accounts.map((account) => ({
    ...account,
    ...(partialRevokes && { partialRevokes }),
    ...(seconds.has(account.name) && { hasSecondPassword: true }),
  }));
}

/** Returns whether MySQL's partial_revokes is on. */
export async function hasPartialRevokes(session: ControlSession): Promise<boolean> {
  if (!has(session.server, 'partialRevokes')) return false;
  return (await session.scalar('SELECT @@GLOBAL.partial_revokes')) === '1';
}

/** Replaces a refusal that names one of the server's own tables by one that names the missing privilege. */
async function refuse(error: unknown, session: ControlSession): Promise<never> {
  if (failureCodeOf(error) !== 'privilege-missing') throw error;
  const lack = privilegesLack([accountReadingNeed()], session.server, await readPrivileges(session));
  throw lack === null ? error : privilegesRefusal({ kind: 'read-accounts' }, lack);
}

function failureCodeOf(error: unknown): string | null {
  return error instanceof SluiceError ? error.failure.code : null;
}

async function readAccount(
  session: ControlSession,
  { account, name, isRole }: ListedAccount,
): Promise<AccountObject> {
  const grants = (await session.rows(`SHOW GRANTS FOR ${account}`))
    .map((row) => Object.values(row)[0] ?? '')
    .filter((line) => isOwn(line, name));
  if (isRole) {
    return { account, name, create: `CREATE ROLE IF NOT EXISTS ${account}`, ...splitDefault(grants, null) };
  }
  const { server } = session;
  if (!has(server, 'showCreateUser'))
    throw privilegesFailures.notShown({ server: productOf(server.version) });
  const created = Object.values(await session.row(`SHOW CREATE USER ${account}`))[0] ?? '';
  const { create, defaultRole } = withoutDefaultRole(created, account);
  return { account, name, create, ...splitDefault(grants, defaultRole) };
}

/**
 * Returns whether a line of SHOW GRANTS is about the account itself: MariaDB lists for a role those of the roles that it
 * has too (measured on 10.11).
 */
function isOwn(line: string, name: string): boolean {
  const grantee = granteeIn(line);
  return grantee === null || rolesOf(grantee)[0] === name;
}

/** Separates `SET DEFAULT ROLE`, which MariaDB lists among the grants. */
function splitDefault(
  lines: readonly string[],
  defaultRole: string | null,
): Pick<AccountObject, 'grants' | 'defaultRole'> {
  const isDefault = (line: string) => /^SET DEFAULT ROLE /i.test(line);
  return {
    grants: lines.filter((line) => !isDefault(line)),
    defaultRole: lines.find(isDefault) ?? defaultRole,
  };
}

/**
 * Separates the default roles from CREATE USER, where MySQL prints them but they may not exist yet: they are set
 * afterwards (sql/sql_show.cc; measured on 9.7).
 */
export function withoutDefaultRole(
  statement: string,
  account: string,
): { readonly create: string; readonly defaultRole: string | null } {
  const create = statement.replace(/^CREATE USER /, 'CREATE USER IF NOT EXISTS ');
  const role = '`(?:[^`]|``)+`@`(?:[^`]|``)*`';
  const clause = new RegExp(` DEFAULT ROLE (${role}(?:,\\s*${role})*)`).exec(create);
  if (clause === null) return { create, defaultRole: null };
  return {
    create: create.slice(0, clause.index) + create.slice(clause.index + clause[0].length),
    defaultRole: `ALTER USER ${account} DEFAULT ROLE ${clause[1] ?? ''}`,
  };
}
