import { text } from '../text';
import { Field } from './Field';
import { Select } from './Select';

const COUNTS = [1, 3, 7, 14, 30, 90] as const;

interface KeepSelectProps {
  readonly value: number | null;
  readonly onValue: (keep: number | null) => void;
}

/** How many dumps of a job stay. */
export function KeepSelect({ value, onValue }: KeepSelectProps) {
  const counts = value === null || COUNTS.some((count) => count === value) ? COUNTS : [...COUNTS, value];
  return (
    <Field label={text.jobs.keep} hint={value === null ? undefined : text.jobs.keepHint}>
      {(ids) => (
        <Select
          {...ids}
          testId="job-keep"
          value={value === null ? 'all' : String(value)}
          options={[
            { value: 'all', text: text.jobs.keepAll },
            ...counts.map((count) => ({ value: String(count), text: text.jobs.keepLast(count) })),
          ]}
          onValue={(chosen) => {
            onValue(chosen === 'all' ? null : Number(chosen));
          }}
        />
      )}
    </Field>
  );
}
