import { MOST_THREADS } from '../../../app/contract/runs/threads';
import { useAppInfo } from '../../state/app/app-info';
import { text } from '../../text';
import { Field, NumberInput } from '../../parts/controls/Field';

const MIN = 1;

interface ThreadsFieldProps {
  readonly value: number;
  readonly onValue: (threads: number) => void;
  readonly testId: string;
}

export function ThreadsField({ value, onValue, testId }: ThreadsFieldProps) {
  const cores = useAppInfo((state) => state.info?.cores);
  return (
    <Field
      label={text.common.threads}
      hint={cores === undefined ? text.common.threadsRange : text.common.threadsHint(cores)}
    >
      {(ids) => (
        <NumberInput {...ids} value={value} min={MIN} max={MOST_THREADS} onValue={onValue} testId={testId} />
      )}
    </Field>
  );
}
