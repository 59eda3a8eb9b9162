import type { Connection } from 'mysql2/promise';
import { runSluice } from '../harness/command';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testServer } from '../../servers/test-server';

/** An account as `sluice grants` has printed it. */
export interface PrintedAccount {
  readonly create: string;
  readonly password: string;
  readonly privileges: readonly PrintedPrivilege[];
}

/** One privilege at one place. */
export interface PrintedPrivilege {
  readonly privilege: string;
  readonly place: string;
  /** ` WITH GRANT OPTION`, or nothing. */
  readonly end: string;
}

export const HOST = '%';

/** A server's address with an account, as a DSN. */
export function dsnOf(vendor: Vendor, user = testServer(vendor).user): string {
  const { host, port } = testServer(vendor);
  return `${vendor}://${user}@${host}:${port}?tls=disabled`;
}

/** Statements that `sluice grants` prints for this server. */
export async function printedAccount(
  vendor: Vendor,
  user: string,
  words: readonly string[],
): Promise<PrintedAccount> {
  return await printedBy(dsnOf(vendor), { SLUICE_PASSWORD: testServer(vendor).password }, user, words);
}

/** The same for a server of the test's own. */
export async function printedBy(
  dsn: string,
  secret: Readonly<Record<string, string>>,
  user: string,
  words: readonly string[],
): Promise<PrintedAccount> {
  const { output, exitCode } = await runSluice(
    ['grants', ...words, '--server', dsn, '--account', `${user}@${HOST}`],
    secret,
  );
  if (exitCode !== 0 && exitCode !== 3) throw new Error(output);
  const [create = '', ...grants] = output.trim().split('\n');
  const password = /IDENTIFIED BY '(.*)';$/.exec(create)?.[1] ?? '';
  const privileges = grants.flatMap((grant) => {
    const [, list = '', place = '', end = ''] = /^GRANT (.+) ON (.+) TO '.*'@'.*?'(.*);$/.exec(grant) ?? [];
    return list.split(', ').map((privilege) => ({ privilege, place, end }));
  });
  return { create, password, privileges };
}

/** Makes the account with these of its privileges. */
export async function makeAccount(
  root: Connection,
  user: string,
  { create, privileges }: PrintedAccount,
  without: PrintedPrivilege | null = null,
): Promise<void> {
  await dropAccount(root, user);
  await root.query(create);
  for (const right of privileges) {
    if (right !== without)
      await root.query(`GRANT ${right.privilege} ON ${right.place} TO '${user}'@'${HOST}'${right.end}`);
  }
}

/** ER_CANNOT_USER. */
const NO_SUCH_ACCOUNT = 1396;

/** Drops the account, where it is; MySQL 5.5 has no IF EXISTS. */
export async function dropAccount(root: Connection, user: string): Promise<void> {
  await root.query(`DROP USER '${user}'@'${HOST}'`).catch((error: unknown) => {
    if ((error as { readonly errno?: number }).errno !== NO_SUCH_ACCOUNT) throw error;
  });
}

/** Privileges that another one stands for, by which a run may name it when it is taken away. */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  SUPER: ['SET_ANY_DEFINER', 'ALLOW_NONEXISTENT_DEFINER', 'SET USER', 'BINLOG ADMIN'],
  SYSTEM_VARIABLES_ADMIN: ['SESSION_VARIABLES_ADMIN'],
};

/** Fits a sentence that says that this privilege is missing, or what it stands for. */
export function naming({ privilege }: PrintedPrivilege): RegExp {
  const names = [privilege, ...(STANDS_FOR[privilege] ?? [])];
  return new RegExp(`(lacks|needs|Grant|With)[^.]*\\b(${names.join('|')})\\b`);
}
