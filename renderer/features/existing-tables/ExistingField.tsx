import { onExistingPolicies, type Content, type OnExisting } from '../../../app/contract/options';
import { text } from '../../text';
import { ChoiceField } from '../../parts/controls/ChoiceField';

const warnings: Readonly<Partial<Record<OnExisting, string>>> = {
  drop: text.load.policyDanger,
  truncate: text.load.policyTruncate,
};

interface ExistingFieldProps {
  readonly testId: string;
  readonly value: OnExisting;
  /** What is loaded: without rows, or without definitions, some answers say nothing. */
  readonly content: Content;
  readonly onValue: (value: OnExisting) => void;
}

/** What becomes of tables that are in the target already, with a warning where they would lose something. */
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
