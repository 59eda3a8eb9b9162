import { onExistingPolicies, type OnExisting } from '../../app/contract/options';
import { text } from '../text';
import { ChoiceField } from './ChoiceField';

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
  return (
    <ChoiceField
      label={text.load.policy}
      testId={testId}
      value={value}
      values={onExistingPolicies}
      texts={text.load.policies}
      caution={warnings[value]}
      onValue={onValue}
    />
  );
}
