import { onExistingPolicies, type OnExisting } from '../../app/contract/options';
import { text } from '../text';
import { ChoiceField } from './ChoiceField';
import styles from './ExistingField.module.css';

const warnings: Readonly<Partial<Record<OnExisting, string>>> = {
  drop: text.load.policyDanger,
  truncate: text.load.policyTruncate,
};

interface ExistingFieldProps {
  readonly testId: string;
  readonly value: OnExisting;
  readonly onValue: (value: OnExisting) => void;
}

/** What becomes of tables that are in the target already, with a warning where they would lose something. */
export function ExistingField({ testId, value, onValue }: ExistingFieldProps) {
  const warning = warnings[value];
  return (
    <>
      <ChoiceField
        label={text.load.policy}
        testId={testId}
        value={value}
        values={onExistingPolicies}
        texts={text.load.policies}
        onValue={onValue}
      />
      {warning !== undefined && (
        <p className={styles.danger} data-testid="existing-warning">
          {warning}
        </p>
      )}
    </>
  );
}
