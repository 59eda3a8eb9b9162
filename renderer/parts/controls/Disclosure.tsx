import { ChevronRight } from 'lucide-react';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  readonly label: string;
  readonly testId: string;
  readonly open: boolean;
  readonly tabIndex: number;
  readonly onToggle: () => void;
}

/** Shows the rows below a row of a grid, or hides them. */
export function Disclosure({ label, testId, open, tabIndex, onToggle }: DisclosureProps) {
  return (
    <button
      type="button"
      className={styles.disclosure}
      data-open={open}
      data-testid={testId}
      aria-expanded={open}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={onToggle}
    >
      <ChevronRight size={14} aria-hidden />
    </button>
  );
}
