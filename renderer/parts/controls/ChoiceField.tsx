import type { ReactNode } from 'react';
import { Field } from './Field';
import { Select } from './Select';
import styles from './ChoiceField.module.css';

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
  /** Field beside the list, for what the list does not have. */
  readonly children?: ReactNode;
}

/** One of an option's few values, each in the user's words. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, testId, value, values, texts, hint, caution, onValue, children } = props;
  return (
    <Field label={label} hint={hint} problem={caution}>
      {(ids) => (
        <div className={styles.choice}>
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
          {children}
        </div>
      )}
    </Field>
  );
}
