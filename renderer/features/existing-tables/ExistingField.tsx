import { onExistingPolicies, type Content, type OnExisting } from '../../../app/contract/runs/options';
import { text } from '../../text';
import { ChoiceField } from '../../parts/controls/ChoiceField';

const warnings: Readonly<Partial<Record<OnExisting, string>>> = {
  drop: text.load.policyDanger,
  truncate: text.load.policyTruncate,
};

interface ExistingFieldProps {
  readonly testId: string;
  readonly value: OnExisting;
  /** Content of the load: some policies don't apply without rows or without definitions. */
  readonly content: Content;
  readonly onValue: (value: OnExisting) => void;
}

/** Policy for existing tables of the target, with a warning where they would lose something. */
export function ExistingField({ testId, value, content, onValue }: ExistingFieldProps) {
  const texts = text.load.policiesOf[content];
  return (
    <ChoiceField
      label={text.load.policy}
      testId={testId}
      value={value}
      values={onExistingPolicies.filter((policy) => policy === value || texts[policy] !== undefined)}
      texts={{ ...text.load.policies, ...texts }}
      caution={warnings[value]}
      onValue={onValue}
    />
  );
}
