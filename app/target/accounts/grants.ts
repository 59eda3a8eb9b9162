import { hasPartialRevokes, type AccountObject } from '../../catalog/privileges/accounts';
import type { ControlSession } from '../../catalog/session/control-session';
import { parseGrantLine } from '../../catalog/privileges/grant-line';
import { readPrivileges } from '../../catalog/privileges/grants';
import { accountMakingNeeds, grantingNeeds } from '../../catalog/privileges/needs/account-needs';
import { privilegesLack, privilegesRefusal } from '../../catalog/privileges/missing';
import { has } from '../../catalog/server/dialect';
import { productOf } from '../../contract/product';
import type { Need } from '../../catalog/privileges/needs/needs';
import { withoutSecrets } from '../../format/sql/accounts-script';
import { accountFailures, type AccountMisfit } from '../../text/target/accounts';

/** Privileges and authentication plugins of a server, on which its accounts depend. */
export interface AccountGround {
  readonly plugins: ReadonlySet<string>;
  /** Privileges in capitals. */
  readonly privileges: ReadonlySet<string>;
  readonly partialRevokes: boolean;
}

/** Privileges that SHOW PRIVILEGES does not list. */
const ALWAYS_KNOWN: ReadonlySet<string> = new Set(['ALL PRIVILEGES', 'ALL', 'USAGE', 'GRANT OPTION']);

/**
 * Refuses accounts that the target can't have as they are, before anything is changed: `unsupported-object` names the
 * account and what the target does not know of it, `privilege-missing` the privilege that the loading account lacks.
 */
export async function assertAccountsFit(
  session: ControlSession,
  accounts: readonly AccountObject[],
): Promise<void> {
  if (accounts.length === 0) return;
  const { server } = session;
  if (!has(server, 'createUserIfNotExists'))
    throw accountFailures.tooOld({ server: productOf(server.version) });
  await assertMay(session, accountMakingNeeds());
  const ground = await readAccountGround(session);
  for (const account of accounts) {
    const misfit = misfitOf(account, ground);
    if (misfit !== null) throw accountFailures.unfit({ account: account.account, misfit });
  }
  await assertMay(session, grantingNeeds(session.server, accounts));
}

async function assertMay(session: ControlSession, needs: readonly Need[]): Promise<void> {
  const lack = privilegesLack(needs, session.server, await readPrivileges(session));
  if (lack !== null) throw privilegesRefusal({ kind: 'create-accounts' }, lack);
}

/** Reads the privileges and authentication plugins of this server. */
export async function readAccountGround(session: ControlSession): Promise<AccountGround> {
  const plugins = await session.rows(
    "SELECT PLUGIN_NAME AS name FROM information_schema.PLUGINS WHERE PLUGIN_TYPE = 'AUTHENTICATION' AND PLUGIN_STATUS = 'ACTIVE'",
  );
  const privileges = await session.rows('SHOW PRIVILEGES');
  return {
    plugins: new Set(plugins.map(({ name }) => name ?? '')),
    privileges: new Set(privileges.map(({ Privilege }) => Privilege?.toUpperCase() ?? '')),
    partialRevokes: await hasPartialRevokes(session),
  };
}

/** Returns what the target lacks for the account; null where it lacks nothing. */
export function misfitOf(account: AccountObject, ground: AccountGround): AccountMisfit | null {
  const plugin = pluginsOf(account.create).find((name) => !ground.plugins.has(name));
  if (plugin !== undefined) return { kind: 'plugin', plugin };
  for (const grant of account.grants) {
    const line = parseGrantLine(grant);
    if (line.kind === 'unknown') return { kind: 'unknown-grant', grant: withoutSecrets(grant) };
    if (line.kind === 'revoked' && !ground.partialRevokes) return { kind: 'partial-revokes' };
    const unknown = line.kind === 'privileges' ? unknownOf(line.names, ground) : undefined;
    if (unknown !== undefined) return { kind: 'privilege', privilege: unknown };
  }
  return null;
}

function unknownOf(names: readonly string[], { privileges }: AccountGround): string | undefined {
  return names.find((name) => !ALWAYS_KNOWN.has(name) && !privileges.has(name));
}

const SIGNS_IN_BY = /`(?:[^`]|``)*`|IDENTIFIED WITH '(\w+)'|\b(?:VIA|OR) (\w+)|'(?:[^'\\]|\\.|'')*'/gs;

/**
 * Returns the authentication plugins of an account, by the server's names; without a name it is the server's default
 * plugin.
 */
export function pluginsOf(create: string): readonly string[] {
  return [...create.matchAll(SIGNS_IN_BY)].flatMap(([, mysql, mariadb]) => mysql ?? mariadb ?? []);
}
