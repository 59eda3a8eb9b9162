import { isReserved, readAccountNames, type AccountObject } from '../../../catalog/privileges/accounts';
import type { ControlSession } from '../../../catalog/session/control-session';
import type { Vendor } from '../../../contract/connections/connection';
import { type MigrationFinding, advice } from '../../../contract/runs/migrate';
import { readAccountsScript } from '../../../format/sql/accounts-script';
import { USERS_SCRIPT_FILE } from '../../../format/names';
import { usersScript } from '../../../format/sql/files';
import { misfitOf, readAccountGround } from '../grants';
import { without } from '../../journal/resume';
import { convertAccount, type AccountRemark, type ConvertedAccount } from './convert';
import { inReadingOf, schemaReading, type SchemaReading } from './schema-names';
import type { DumpFolder } from '../../../format/read/dump';
import { accountText } from '../../../text/migrate/convert';

export interface CarriedAccounts {
  /** Dump with the accounts in the target's form, without those that it can't have. */
  readonly dump: DumpFolder;
  readonly findings: readonly MigrationFinding[];
}

/**
 * Converts the accounts that come with a source's definitions to the target's form, by its vendor and its
 * partial_revokes, with findings on each conversion; each account that the target can't have is named, and left out of
 * the result. An account that exists on the target stays as it is, and needs no conversion. Changes nothing on either
 * server.
 */
export async function carryAccounts(
  dump: DumpFolder,
  source: Vendor,
  target: ControlSession,
): Promise<CarriedAccounts> {
  if (dump.manifest.users === undefined) return { dump, findings: [] };
  const existing = new Set((await readAccountNames(target)).map(({ name }) => name));
  const ground = await readAccountGround(target);
  const from = { vendor: source, reading: schemaReading(dump.manifest.partialRevokes) };
  const to = { vendor: target.server.vendor, reading: schemaReading(ground.partialRevokes) };
  const findings: MigrationFinding[] = [];
  const carried = new Map<string, AccountObject>();
  const selected = readAccountsScript(await dump.script(USERS_SCRIPT_FILE)).filter((own) => !isReserved(own));
  for (const own of selected) {
    const { account, remarks } = inTargetForm(own, from, to);
    if (existing.has(account.name)) {
      carried.set(account.name, account);
      continue;
    }
    const misfit = misfitOf(account, ground);
    const isClear = remarks.every(({ severity }) => severity !== 'blocks');
    const found: readonly AccountRemark[] = [
      ...remarks,
      // An account that is refused already needs no second reason.
      ...(isClear && misfit !== null ? [refusal(accountText.misfit(misfit))] : []),
      ...(carried.has(account.name) ? [refusal(accountText.nameTaken)] : []),
    ];
    findings.push(...found.map((remark) => findingOf(own, remark)));
    if (found.every(({ severity }) => severity !== 'blocks')) carried.set(account.name, account);
  }
  const manifest = { ...dump.manifest, partialRevokes: ground.partialRevokes };
  return { dump: withAccounts({ ...dump, manifest }, [...carried.values()]), findings };
}

/** Properties of a server by which its accounts are written. */
interface Ground {
  readonly vendor: Vendor;
  readonly reading: SchemaReading;
}

function inTargetForm(account: AccountObject, from: Ground, to: Ground): ConvertedAccount {
  const worded = from.vendor === to.vendor ? { account, remarks: [] } : convertAccount(account, to.vendor);
  const reread = inReadingOf(worded.account, from.reading, to.reading);
  return { account: reread.account, remarks: [...worded.remarks, ...reread.remarks] };
}

function refusal(why: string): AccountRemark {
  return { severity: 'blocks', rule: 'account', why };
}

function findingOf({ account }: AccountObject, remark: AccountRemark): MigrationFinding {
  return {
    ...remark,
    object: account,
    ...advice(remark.severity === 'blocks' ? accountText.leaveOut : undefined),
  };
}

/** Returns the dump with these accounts and no others. */
export function withAccounts(dump: DumpFolder, accounts: readonly AccountObject[]): DumpFolder {
  const script = usersScript(accounts);
  return {
    ...dump,
    manifest: {
      ...without(dump.manifest, ['users']),
      ...(accounts.length > 0 && { users: accounts.map(({ account }) => account) }),
    },
    script: async (name) => (name === USERS_SCRIPT_FILE ? script : await dump.script(name)),
  };
}
