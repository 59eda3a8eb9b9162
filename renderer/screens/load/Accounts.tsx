import type { LoadOptions } from '../../../app/contract/options';
import { CheckLine } from '../../parts/CheckLine';
import { Group } from '../../parts/Steps';
import { takenAccounts, takingAccounts } from '../../state/load-accounts';
import { text } from '../../text';
import styles from './LoadScreen.module.css';

type Chosen = Pick<LoadOptions, 'users' | 'excludeUsers'>;

interface AccountsProps {
  /** Of the dump, as `user@host`. */
  readonly accounts: readonly string[];
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
}

/** The accounts that come with a dump: none is loaded unless it is ticked. */
export function Accounts({ accounts, chosen, onChosen }: AccountsProps) {
  const taken = takenAccounts(accounts, chosen);
  return (
    <Group title={text.load.accounts}>
      <p>{text.load.accountsExplain}</p>
      <CheckLine
        ticked={taken.size === accounts.length}
        label={text.load.accountsAll}
        testId="load-accounts-all"
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
            testId={`load-account-${account}`}
            onToggle={() => {
              onChosen(takingAccounts(accounts.filter((other) => taken.has(other) !== (other === account))));
            }}
          />
        ))}
      </div>
    </Group>
  );
}
