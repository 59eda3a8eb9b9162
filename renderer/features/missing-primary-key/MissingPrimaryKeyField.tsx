import { missingPrimaryKeys, type LoadOptions } from '../../../app/contract/runs/options';
import { ChoiceField } from '../../parts/controls/ChoiceField';
import { text } from '../../text';

type MissingPrimaryKey = LoadOptions['missingPrimaryKey'];

interface MissingPrimaryKeyFieldProps {
  readonly testId: string;
  readonly value: MissingPrimaryKey;
  readonly onValue: (value: MissingPrimaryKey) => void;
}

/** Treatment of tables without a primary key, on a target that may require one. */
export function MissingPrimaryKeyField({ testId, value, onValue }: MissingPrimaryKeyFieldProps) {
  return (
    <ChoiceField
      label={text.common.missingPrimaryKey}
      hint={text.common.missingPrimaryKeyHint}
      testId={testId}
      value={value}
      values={missingPrimaryKeys}
      texts={text.common.missingPrimaryKeys}
      onValue={onValue}
    />
  );
}
