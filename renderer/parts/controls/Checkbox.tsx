import styles from './Checkbox.module.css';

/** Tick state of the objects that a row stands for. */
type Tick = 'none' | 'some' | 'all';

interface CheckboxProps {
  readonly tick: Tick;
  readonly label: string;
  readonly onToggle: () => void;
  readonly testId: string;
  readonly tabIndex?: number;
}

/** A light three-state checkbox for rows of long lists, where a full control per row is too heavy. */
export function Checkbox({ tick, label, onToggle, testId, tabIndex = 0 }: CheckboxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={tick === 'some' ? 'mixed' : tick === 'all'}
      aria-label={label}
      data-tick={tick}
      data-testid={testId}
      tabIndex={tabIndex}
      className={styles.box}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden
      >
        {tick === 'all' && <path d="M1.5 5.2 4 7.6 8.5 2.6" />}
        {tick === 'some' && <path d="M2 5h6" />}
      </svg>
    </button>
  );
}
