import type { ControlSession } from '../catalog/session/control-session';
import { has } from '../catalog/server/dialect';
import { quoteName, quoteText } from '../catalog/text/quote';
import type { DumpFolder } from '../format/read/dump';
import { definersIn } from '../target/definer-privileges';

/**
 * Creates accounts for the definers that a dump's objects name and the proof does not restore: servers refuse whoever uses
 * an object whose definer is missing (1449). They have all privileges and the server's own password.
 *
 * @param restored names of the accounts that come with the dump
 * @returns the accounts, as `user@host`; roles of MariaDB by their names
 */
export async function createStandIns(
  session: ControlSession,
  dump: DumpFolder,
  { restored, password }: { readonly restored: ReadonlySet<string>; readonly password: string },
): Promise<readonly string[]> {
  const created: string[] = [];
  for (const account of (await definersIn(dump)).keys()) {
    const at = account.lastIndexOf('@');
    const user = account.slice(0, at);
    // An account of nobody would be signed in instead of the server's own.
    if (at === 0 || restored.has(account)) continue;
    if (at < 0) await createRole(session, quoteName(account));
    else await createAccount(session, `${quoteText(user)}@${quoteText(account.slice(at + 1))}`, password);
    created.push(account);
  }
  return created;
}

async function createRole(session: ControlSession, role: string): Promise<void> {
  await session.run(`CREATE ROLE IF NOT EXISTS ${role}`);
  await session.run(`GRANT ALL PRIVILEGES ON *.* TO ${role}`);
}

async function createAccount(session: ControlSession, account: string, password: string): Promise<void> {
  const identified = `IDENTIFIED BY ${quoteText(password)}`;
  if (!has(session.server, 'createUserIfNotExists')) {
    await session.run(`GRANT ALL PRIVILEGES ON *.* TO ${account} ${identified}`);
    return;
  }
  await session.run(`CREATE USER IF NOT EXISTS ${account} ${identified}`);
  await session.run(`GRANT ALL PRIVILEGES ON *.* TO ${account}`);
}
