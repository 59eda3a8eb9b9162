import type { ControlSession } from '../../catalog/session/control-session';
import type { PlannedAccount } from '../../contract/runs/load-plan';
import { planAccounts, type AccountWish } from './plan';
import { accountText } from '../../text/target/accounts';

/** Returns what would be done with each account of a dump, for the dry run. */
export async function plannedAccounts(
  session: ControlSession,
  wish: AccountWish,
): Promise<readonly PlannedAccount[]> {
  const steps = await planAccounts(session, wish);
  const chosen = new Set(wish.accounts.map(({ account }) => account));
  const others = (wish.dump.manifest.users ?? []).filter((account) => !chosen.has(account));
  return [
    ...steps.map(({ kind, account: { account }, leftOut }): PlannedAccount => ({
      account,
      action: kind,
      leftOut: leftOut.map(accountText.leftOut),
    })),
    ...others.map((account): PlannedAccount => ({ account, action: 'leave-out' })),
  ];
}
