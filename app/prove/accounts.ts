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
  /** The others, as the dump names them, each with a sentence on why. */
  readonly leftOut: readonly { readonly account: string; readonly why: string }[];
}

/**
 * Decides which accounts of a dump the empty server takes: all but those that it can't have, that it has itself, and that
 * it would sign the proof in as. Changes nothing.
 */
export async function provedAccounts(session: ControlSession, dump: DumpFolder): Promise<ProvedAccounts> {
  const accounts = await accountsOf(dump, LOAD_DEFAULTS);
  const reasons = await reasonsAgainst(session, dump, accounts);
  const leftOut = accounts.flatMap(({ account, name }) => {
    const why = isOfProof(name) ? proveText.accountOfProof : reasons.get(account);
    return why === undefined ? [] : [{ account, name, why }];
  });
  const left = new Set(leftOut.map(({ name }) => name));
  const names = new Set(accounts.map(({ name }) => name).filter((name) => !left.has(name)));
  const excludeUsers = leftOut.map(({ name }) => patternOf(name));
  return {
    chosen: names.size === 0 ? { users: [], excludeUsers: [] } : { users: ['%'], excludeUsers },
    names,
    leftOut: leftOut.map(({ account, why }) => ({ account, why })),
  };
}

/**
 * Returns whether the server would choose this account before the proof's own, which may sign in from any host: of the
 * accounts that fit, it takes the one with the most specific host (MySQL manual, "Access Control, Stage 1").
 */
function isOfProof(name: string): boolean {
  const user = name.slice(0, Math.max(name.lastIndexOf('@'), 0));
  return name.includes('@') && (user === '' || user === SERVER_USER);
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
  const existing = new Set((await readAccountNames(session)).map(({ name }) => name));
  const { findings } = await carryAccounts(dump, dump.vendor, session);
  return new Map([
    ...accounts
      .filter(({ name }) => existing.has(name))
      .map(({ account }) => [account, proveText.accountOfServer] as const),
    ...findings
      .filter(({ severity }) => severity === 'blocks')
      .map(({ object, why }) => [object, why] as const),
  ]);
}
