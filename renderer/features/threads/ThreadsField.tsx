import { useAppInfo } from '../../state/app/app-info';
import { text } from '../../text';
import { Field, NumberInput } from '../../parts/controls/Field';

/** The bounds of `threadsSchema` in app/contract/options.ts. */
const MIN = 1;
const MAX = 64;

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
      {(ids) => <NumberInput {...ids} value={value} min={MIN} max={MAX} onValue={onValue} testId={testId} />}
    </Field>
  );
}
