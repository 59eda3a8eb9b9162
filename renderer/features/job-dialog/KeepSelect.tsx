import type { Keep } from '../../../app/contract/jobs/keep';
import { text } from '../../text';
import { Field } from '../../parts/controls/Field';
import { keepText } from './keep-text';
import { Select } from '../../parts/controls/Select';

const CHOICES: readonly Keep[] = [
  null,
  ...[1, 3, 7, 14, 30, 90],
  { daily: 7, weekly: 4 },
  { daily: 7, weekly: 26 },
  { daily: 14, weekly: 52 },
];

/** The option's name: `all`, `7` or `7d4w`. */
function keyOf(keep: Keep): string {
  if (keep === null) return 'all';
  return typeof keep === 'number' ? String(keep) : `${String(keep.daily)}d${String(keep.weekly)}w`;
}

interface KeepSelectProps {
  readonly value: Keep;
  readonly onValue: (keep: Keep) => void;
}

/** Selects the retention of a job's dumps. */
export function KeepSelect({ value, onValue }: KeepSelectProps) {
  const isChoice = CHOICES.some((choice) => keyOf(choice) === keyOf(value));
  const choices = isChoice ? CHOICES : [...CHOICES, value];
  return (
    <Field label={text.jobs.keep} hint={value === null ? undefined : text.jobs.keepHint}>
      {(ids) => (
        <Select
          {...ids}
          testId="job-keep"
          value={keyOf(value)}
          options={choices.map((choice) => ({ value: keyOf(choice), text: keepText(choice) }))}
          onValue={(chosen) => {
            onValue(choices.find((choice) => keyOf(choice) === chosen) ?? null);
          }}
        />
      )}
    </Field>
  );
}
