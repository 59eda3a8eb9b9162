import { rolesIn } from '../catalog/privileges/grant-line';
import { readAccountNames, type AccountObject } from '../catalog/privileges/accounts';
import type { ControlSession } from '../catalog/session/control-session';
import { has } from '../catalog/server/dialect';
import { patternOf } from '../contract/commands/pattern';
import { LOAD_DEFAULTS, type LoadOptions } from '../contract/runs/options';
import { productOf } from '../contract/product';
import type { DumpFolder } from '../format/read/dump';
import { SERVER_USER } from '../sandbox/server-options';
import { carryAccounts } from '../target/accounts/convert/carry';
import { accountsOf } from '../target/accounts/select';
import { proveText } from '../text/prove';

/** Accounts of a dump as a proof restores them. */
export interface ProvedAccounts {
  /** Selection of those that are restored, for the load. */
  readonly chosen: Pick<LoadOptions, 'users' | 'excludeUsers'>;
  /** Names of those that are restored, as `user@host`; of a role of MariaDB its name alone. */
  readonly names: ReadonlySet<string>;
  /** True where the server takes what every account of the source has by PUBLIC. */
  readonly grantsPublic: boolean;
  /** The others, as the dump names them, each with a sentence on why. */
  readonly leftOut: readonly { readonly account: string; readonly why: string }[];
}

/**
 * Decides which accounts of a dump the empty server takes: all but those that it can't have, that it has itself, and that
 * it would sign the proof in as. Changes nothing.
 */
export async function provedAccounts(session: ControlSession, dump: DumpFolder): Promise<ProvedAccounts> {
  const accounts = await accountsOf(dump, LOAD_DEFAULTS);
  const reasons = new Map(await reasonsAgainst(session, dump, accounts));
  for (const { account, name } of accounts)
    if (isOfProof(name)) reasons.set(account, proveText.accountOfProof);
  addWithoutRoles(accounts, reasons);
  const leftOut = accounts.flatMap(({ account, name }) => {
    const why = reasons.get(account);
    return why === undefined ? [] : [{ account, name, why }];
  });
  const left = new Set(leftOut.map(({ name }) => name));
  const names = new Set(accounts.map(({ name }) => name).filter((name) => !left.has(name)));
  const whyNoPublic = reasonAgainstPublic(session.server, dump);
  const excludeUsers = leftOut.map(({ name }) => patternOf(name));
  return {
    chosen: names.size === 0 ? { users: [], excludeUsers: [] } : { users: ['%'], excludeUsers },
    names,
    grantsPublic: whyNoPublic === null,
    leftOut: [
      ...leftOut.map(({ account, why }) => ({ account, why })),
      ...(whyNoPublic === null ? [] : [{ account: 'PUBLIC', why: whyNoPublic }]),
    ],
  };
}

/** Returns why the server can't give what every account of the source has; null where it can, and where that is nothing. */
function reasonAgainstPublic(
  server: ControlSession['server'],
  { publicGrants = [] }: DumpFolder,
): string | null {
  const isPossible = publicGrants.length === 0 || has(server, 'grantsToPublic');
  return isPossible ? null : proveText.serverWithoutPublic(productOf(server.version));
}

/**
 * Adds the accounts that have a role which is not restored, and so less than at the source: who reads their views would be
 * refused.
 */
function addWithoutRoles(accounts: readonly AccountObject[], reasons: Map<string, string>): void {
  const restored = () =>
    new Set(accounts.filter(({ account }) => !reasons.has(account)).map(({ name }) => name));
  for (let before = -1; before !== reasons.size;) {
    before = reasons.size;
    const there = restored();
    for (const { account, grants } of accounts) {
      const role = grants.flatMap(rolesIn).find((name) => !there.has(name));
      if (role !== undefined && !reasons.has(account)) reasons.set(account, proveText.roleNotRestored(role));
    }
  }
}

/**
 * Returns whether the server might choose this account before the proof's own, which may sign in from any host: of the
 * accounts that fit, it takes the one with the most specific host, and nobody's fit every name (MySQL manual, "Access
 * Control, Stage 1").
 */
function isOfProof(name: string): boolean {
  const user = name.slice(0, Math.max(name.lastIndexOf('@'), 0));
  return name.includes('@') && (user === '' || user === SERVER_USER);
}

/** Servers compare hosts without regard to case. */
function withSmallHost(name: string): string {
  const at = name.lastIndexOf('@') + 1;
  return at === 0 ? name : name.slice(0, at) + name.slice(at).toLowerCase();
}

/** Returns why the server can't take accounts, by the name that the dump has for them. */
async function reasonsAgainst(
  session: ControlSession,
  dump: DumpFolder,
  accounts: readonly AccountObject[],
): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map();
  const { server } = session;
  if (!has(server, 'createUserIfNotExists')) {
    const why = proveText.serverWithoutAccounts(productOf(server.version));
    return new Map(accounts.map(({ account }) => [account, why]));
  }
  const existing = new Set((await readAccountNames(session)).map(({ name }) => withSmallHost(name)));
  const { findings } = await carryAccounts(dump, dump.vendor, session);
  return new Map([
    ...accounts
      .filter(({ name }) => existing.has(withSmallHost(name)))
      .map(({ account }) => [account, proveText.accountOfServer] as const),
    ...findings
      .filter(({ severity }) => severity === 'blocks')
      .map(({ object, why }) => [object, why] as const),
  ]);
}
