import type { LoadOptions } from '../../../app/contract/runs/options';
import { takenAccounts, takingAccounts } from '../../state/objects/load-accounts';
import { text } from '../../text';
import styles from './Accounts.module.css';
import { CheckLine } from '../../parts/controls/CheckLine';
import { Group } from '../../parts/layout/Steps';
import stepStyles from '../../parts/layout/Steps.module.css';

type Chosen = Pick<LoadOptions, 'users' | 'excludeUsers'>;

interface AccountsProps {
  /** Accounts to choose from, as `user@host`. */
  readonly accounts: readonly string[];
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
  /** Explains the effect of ticking them. */
  readonly explain: string;
  readonly allLabel: string;
  /** Begins the test ids of its lines. */
  readonly testId: string;
}

/** The accounts that could come along: none does unless it is ticked. */
export function Accounts({ accounts, chosen, onChosen, explain, allLabel, testId }: AccountsProps) {
  const taken = takenAccounts(accounts, chosen);
  return (
    <Group title={text.load.accounts}>
      <p className={stepStyles.under}>{explain}</p>
      <CheckLine
        ticked={taken.size === accounts.length}
        label={allLabel}
        testId={`${testId}-accounts-all`}
        onToggle={() => {
          onChosen(takingAccounts(taken.size === accounts.length ? [] : accounts));
        }}
      />
      <div className={styles.accounts}>
        {accounts.map((account) => (
          <CheckLine
            key={account}
            ticked={taken.has(account)}
            label={account}
            testId={`${testId}-account-${account}`}
            onToggle={() => {
              onChosen(takingAccounts(accounts.filter((other) => taken.has(other) !== (other === account))));
            }}
          />
        ))}
      </div>
    </Group>
  );
}
