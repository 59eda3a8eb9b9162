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
  const selected = readAccountsScript(await dump.script(USERS_SCRIPT_FILE)).filter((own) => !isReserved(own));
  const { converted, partialRevokes } = await convertAccounts(selected, { ...dump, vendor: source }, target);
  const findings: MigrationFinding[] = [];
  const carried = new Map<string, AccountObject>();
  for (const { own, account, exists, remarks } of converted) {
    if (!exists) findings.push(...remarks.map((remark) => findingOf(own, remark)));
    if (exists || !isBlocked(remarks)) carried.set(account.name, account);
  }
  const manifest = { ...dump.manifest, partialRevokes };
  return { dump: withAccounts({ ...dump, manifest }, [...carried.values()]), findings };
}

/** An account of a source in a target's form. */
interface TargetAccount {
  /** As the source has it. */
  readonly own: AccountObject;
  readonly account: AccountObject;
  /** True where the target has an account of this name. */
  readonly exists: boolean;
  /** Findings on the conversion, and on what the target lacks. */
  readonly remarks: readonly AccountRemark[];
}

interface TargetAccounts {
  readonly converted: readonly TargetAccount[];
  /** The target's setting, by which the converted grants name schemas. */
  readonly partialRevokes: boolean;
}

/** Converts accounts to the target's form, also those that exist there, with all that is to be said of each. */
export async function convertAccounts(
  accounts: readonly AccountObject[],
  { vendor, manifest }: Pick<DumpFolder, 'vendor' | 'manifest'>,
  target: ControlSession,
): Promise<TargetAccounts> {
  const existing = new Set((await readAccountNames(target)).map(({ name }) => name));
  const ground = await readAccountGround(target);
  const from = { vendor, reading: schemaReading(manifest.partialRevokes) };
  const to = { vendor: target.server.vendor, reading: schemaReading(ground.partialRevokes) };
  const taken = new Set<string>();
  const converted = accounts.map((own): TargetAccount => {
    const { account, remarks } = inTargetForm(own, from, to);
    const exists = existing.has(account.name);
    const misfit = misfitOf(account, ground);
    const all = [
      ...remarks,
      // An account that is refused already needs no second reason.
      ...(!isBlocked(remarks) && misfit !== null ? [refusal(accountText.misfit(misfit))] : []),
      ...(taken.has(account.name) ? [refusal(accountText.nameTaken)] : []),
    ];
    if (exists || !isBlocked(all)) taken.add(account.name);
    return { own, account, exists, remarks: all };
  });
  return { converted, partialRevokes: ground.partialRevokes };
}

/** Returns whether the target can't have the account. */
export function isBlocked(remarks: readonly AccountRemark[]): boolean {
  return remarks.some(({ severity }) => severity === 'blocks');
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
