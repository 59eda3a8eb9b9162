import type { ControlSession } from '../../catalog/session/control-session';
import type { PlannedAccount } from '../../contract/runs/load-plan';
import { planAccounts, type AccountWish } from './plan';
import { accountText } from '../../text/target/accounts';

interface PlannedWish extends AccountWish {
  /** Accounts that are not taken, in the source's words. */
  readonly leftOut: readonly string[];
}

/** Returns what would be done with each account of a dump, for the dry run. */
export async function plannedAccounts(
  session: ControlSession,
  wish: PlannedWish,
): Promise<readonly PlannedAccount[]> {
  const steps = await planAccounts(session, wish);
  return [
    ...steps.flatMap(({ kind, account: { account }, leftOut }): readonly PlannedAccount[] =>
      kind === 'public' ? [] : [{ account, action: kind, leftOut: leftOut.map(accountText.leftOut) }],
    ),
    ...wish.leftOut.map((account): PlannedAccount => ({ account, action: 'leave-out' })),
  ];
}
