import { accountOf, type AccountObject } from '../../../catalog/privileges/accounts';
import {
  defaultRolesOf,
  givenBy,
  parseGrantLine,
  singleGrants,
  withPrivileges,
} from '../../../catalog/privileges/grant-line';
import { quoteName } from '../../../catalog/text/quote';
import type { Vendor } from '../../../contract/connections/connection';
import type { FindingCause } from '../../../contract/runs/migrate';
import { withoutSecrets } from '../../../format/sql/accounts-script';
import { privilegesOn } from './privileges';
import { createUser, traitsOf, type AccountTraits, type SignIn } from './traits';
import { accountText } from '../../../text/migrate/convert';

/** Finding on the conversion of an account, without the account. */
export type AccountRemark = Omit<FindingCause, 'object'>;

export interface ConvertedAccount {
  readonly account: AccountObject;
  readonly remarks: readonly AccountRemark[];
}

/** Converts an account or a role of one vendor to the other's form, with findings. Pure. */
export function convertAccount(account: AccountObject, target: Vendor): ConvertedAccount {
  const remarks: AccountRemark[] = [];
  const remark: Remark = (severity, rule, why) => remarks.push({ severity, rule, why });
  const to = target === 'mariadb' ? onMariaDb(account, remark) : onMySql(account, remark);
  const from = granteeOf(account);
  const own = target === 'mariadb' ? withOneOption(account.grants, remark) : account.grants;
  const grants = own.flatMap((line) => convertGrant(line, from, granteeOf(to), target, remark));
  const defaultRole = convertDefaultRole(account, to, target, remark);
  return { account: { ...to, grants: [...new Set(grants)], defaultRole }, remarks };
}

/**
 * Leaves out the grant option on the whole server where an account has it for some privileges alone: on MySQL each dynamic
 * privilege has its own (manual, "GRANT Statement"); on MariaDB there is one for all, and the account could hand on more.
 */
function withOneOption(grants: readonly string[], remark: Remark): readonly string[] {
  const onServer = new Map(
    grants.flatMap((line) => {
      const parsed = parseGrantLine(line);
      const isOfServer = parsed.kind === 'privileges' && parsed.place.schema === null;
      if (!isOfServer || singleGrants(line).length === 0) return [];
      return [[line, givenBy(line).some(({ isGrantable }) => isGrantable)] as const];
    }),
  );
  if (new Set(onServer.values()).size < 2) return grants;
  remark('warns', 'account-privileges', accountText.optionLeftOut);
  return grants.map((line) => (onServer.get(line) === true ? line.replace(/ WITH GRANT OPTION$/, '') : line));
}

type Remark = (severity: AccountRemark['severity'], rule: string, why: string) => void;
type CreatedAccount = Pick<AccountObject, 'account' | 'name' | 'create'>;

/** Returns the account as grants name it: in backticks, a role of MariaDB without a host. */
function granteeOf({ account, name }: Pick<AccountObject, 'account' | 'name'>): string {
  if (!account.startsWith("'")) return quoteName(name);
  const { user, host } = partsOf(name);
  return `${quoteName(user)}@${quoteName(host)}`;
}

/** Splits an account's name at its last `@`: a host contains none, a user may. */
function partsOf(name: string): { readonly user: string; readonly host: string } {
  const at = name.lastIndexOf('@');
  return { user: name.slice(0, at), host: name.slice(at + 1) };
}

function onMariaDb(account: AccountObject, remark: Remark): CreatedAccount {
  const traits = traitsOf(account.create);
  const { user, host } = partsOf(account.name);
  if (!isRole(traits)) return createdUser(account, traits, 'mariadb', remark);
  if (host !== '%') remark('blocks', 'account-role', accountText.roleWithHost);
  else remark('converts', 'account-role', accountText.roleWithoutHost(user));
  return { ...accountOf(user, null), create: `CREATE ROLE IF NOT EXISTS ${quoteName(user)}` };
}

/**
 * Returns whether an account is a role as CREATE ROLE creates it: nobody can sign in with it (MySQL manual, "CREATE
 * ROLE Statement").
 */
function isRole({ signIn, expiry, isLocked }: AccountTraits): boolean {
  return signIn.kind === 'no-password' && expiry === 'expired' && isLocked;
}

const ROLE: AccountTraits = {
  signIn: { kind: 'no-password' },
  requires: null,
  limits: null,
  expiry: 'expired',
  isLocked: true,
  own: [],
};

function onMySql(account: AccountObject, remark: Remark): CreatedAccount {
  if (account.account.startsWith("'")) return createdUser(account, traitsOf(account.create), 'mysql', remark);
  const created = accountOf(account.name, '%');
  remark('converts', 'account-role', accountText.roleGetsHost(created.name));
  return { ...created, create: createUser(granteeOf(created), ROLE, 'mysql') };
}

function createdUser(
  account: AccountObject,
  traits: AccountTraits,
  target: Vendor,
  remark: Remark,
): CreatedAccount {
  const { account: quoted, name } = account;
  for (const clause of traits.own)
    remark('blocks', 'account-options', accountText.unknownClause(withoutSecrets(clause), target));
  const signIn = targetSignIn(traits.signIn, target, remark);
  return { account: quoted, name, create: createUser(granteeOf(account), { ...traits, signIn }, target) };
}

/** The vendors' plugins that ask the operating system who is at the socket. */
const SOCKET: Readonly<Record<Vendor, string>> = { mysql: 'auth_socket', mariadb: 'unix_socket' };

function targetSignIn(signIn: SignIn, target: Vendor, remark: Remark): SignIn {
  if (signIn.kind === 'no-password' || signIn.kind === 'password') return signIn;
  if (signIn.kind === 'several') {
    remark('blocks', 'account-sign-in', accountText.severalSignIns);
    return signIn;
  }
  const { plugin, proof } = signIn;
  // One hash on both: SHA1(SHA1(password)) (both manuals on mysql_native_password).
  if (plugin === 'mysql_native_password') return signIn;
  const socket = SOCKET[target];
  if (plugin === SOCKET[target === 'mysql' ? 'mariadb' : 'mysql'] && proof === null) {
    remark('converts', 'account-sign-in', accountText.pluginRenamed(plugin, socket));
    return { ...signIn, plugin: socket };
  }
  remark('blocks', 'account-sign-in', accountText.passwordNotCarried(plugin, target));
  return signIn;
}

/** Options of a grant. MariaDB's SHOW GRANTS repeats the authentication and limits that CREATE USER has set. */
const OPTION = /\bWITH (?:GRANT|ADMIN) OPTION\b/;
const LITERAL = /'(?:[^'\\]|\\.|'')*'/gs;

function convertGrant(
  line: string,
  from: string,
  to: string,
  target: Vendor,
  remark: Remark,
): readonly string[] {
  const parsed = parseGrantLine(line);
  const at = line.lastIndexOf(` TO ${from}`);
  const [option] = OPTION.exec(line.slice(at + ` TO ${from}`.length).replace(LITERAL, '')) ?? [];
  const behind = ` TO ${to}${option === undefined ? '' : ` ${option}`}`;
  switch (parsed.kind) {
    case 'roles':
      // MariaDB gives one role at a time.
      return parsed.roles.map((role) => `GRANT ${targetRole(role, target, remark)}${behind}`);
    case 'privileges':
      return [`${withPrivileges(line.slice(0, at), (names) => renamed(names, target, remark))}${behind}`];
    case 'revoked':
      if (target === 'mariadb') remark('blocks', 'account-privileges', accountText.partialRevoke);
      return [line];
    case 'proxy':
      return [`${line.slice(0, at)}${behind}`];
    case 'unknown':
      return [line];
  }
}

function renamed(names: readonly string[], target: Vendor, remark: Remark): readonly string[] {
  const targetNames = privilegesOn(names, target);
  const [removed, added] = [
    names.filter((name) => !targetNames.includes(name)),
    targetNames.filter((name) => !names.includes(name)),
  ];
  if (removed.length > 0)
    remark('converts', 'account-privileges', accountText.privilegesRenamed(removed, added));
  if (names.includes('ALL PRIVILEGES')) remark('converts', 'account-privileges', accountText.allPrivileges);
  return targetNames;
}

/**
 * Returns the name of a role on the target.
 *
 * @param role `AccountObject.name` of its own vendor
 */
function targetRole(role: string, target: Vendor, remark: Remark): string {
  if (target === 'mysql') return `${quoteName(role)}@${quoteName('%')}`;
  const { user, host } = partsOf(role);
  if (host !== '%') remark('blocks', 'account-role', accountText.grantedRoleWithHost(role));
  return quoteName(user);
}

function convertDefaultRole(
  { defaultRole }: AccountObject,
  to: CreatedAccount,
  target: Vendor,
  remark: Remark,
): string | null {
  if (defaultRole === null) return null;
  const roles = defaultRolesOf(defaultRole);
  const targetNames = roles.map((role) => targetRole(role, target, remark));
  if (target === 'mysql') return `ALTER USER ${to.account} DEFAULT ROLE ${targetNames.join(',')}`;
  if (targetNames.length > 1) remark('blocks', 'account-role', accountText.severalDefaultRoles);
  return `SET DEFAULT ROLE ${targetNames[0] ?? ''} FOR ${granteeOf(to)}`;
}
