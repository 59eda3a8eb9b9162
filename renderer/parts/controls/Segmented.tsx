import { ToggleGroup } from 'radix-ui';
import styles from './Segmented.module.css';

interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly testId?: string;
  /** It can be seen and not be taken; why is said beside it. */
  readonly disabled?: boolean;
}

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly SegmentedOption<T>[];
  readonly onValue: (value: T) => void;
}

/** A few choices side by side, exactly one of them taken. */
export function Segmented<T extends string>({ label, value, options, onValue }: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next);
        if (option !== undefined) onValue(option.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className={styles.item}
          data-testid={option.testId}
          disabled={option.disabled === true}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
