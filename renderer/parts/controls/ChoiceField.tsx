import { Field } from './Field';
import { Select } from './Select';

interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  readonly testId: string;
  readonly value: T;
  readonly values: readonly T[];
  readonly texts: Readonly<Record<T, string>>;
  readonly hint?: string;
  /** Warning about the chosen value. */
  readonly caution?: string | undefined;
  readonly onValue: (value: T) => void;
}

/** One of an option's few values, each in the user's words. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, testId, value, values, texts, hint, caution, onValue } = props;
  return (
    <Field label={label} hint={hint} problem={caution}>
      {(ids) => (
        <Select
          {...ids}
          testId={testId}
          value={value}
          options={values.map((choice) => ({ value: choice, text: texts[choice] }))}
          onValue={(chosen) => {
            const choice = values.find((candidate) => candidate === chosen);
            if (choice !== undefined) onValue(choice);
          }}
        />
      )}
    </Field>
  );
}
