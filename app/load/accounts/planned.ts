import type { ControlSession } from '../../catalog/control-session';
import type { PlannedAccount } from '../../contract/load-plan';
import type { LoadOptions } from '../../contract/options';
import type { DumpFolder } from '../../format/reader';
import { chosenAccounts } from './chosen';
import { planAccounts } from './plan';

/** What a load would do with each account of its dump, for the dry run. */
export async function plannedAccounts(
  session: ControlSession,
  dump: DumpFolder,
  options: LoadOptions,
): Promise<readonly PlannedAccount[]> {
  const accounts = await chosenAccounts(dump, options);
  const steps = await planAccounts(session, { dump, options, accounts });
  const chosen = new Set(accounts.map(({ account }) => account));
  const others = (dump.manifest.users ?? []).filter((account) => !chosen.has(account));
  return [
    ...steps.map(({ kind, account: { account }, leftOut }): PlannedAccount => ({
      account,
      action: kind,
      leftOut: leftOut.map(({ statement, reason }) => `${statement}: ${reason}`),
    })),
    ...others.map((account): PlannedAccount => ({ account, action: 'leave-out', leftOut: [] })),
  ];
}
