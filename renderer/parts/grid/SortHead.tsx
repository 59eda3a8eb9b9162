import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './SortHead.module.css';

interface SortHeadProps {
  readonly label: string;
  /** Sort direction of this column; null where the rows are sorted by another. */
  readonly sorted: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
  readonly className?: string | undefined;
  readonly tip?: string | undefined;
  readonly testId: string;
}

/** The head of a column by which a grid can be sorted. */
export function SortHead({ label, sorted, onSort, className, tip, testId }: SortHeadProps) {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <span role="columnheader" aria-sort={sorted ?? 'none'} className={className}>
      <button type="button" className={styles.sort} title={tip} data-testid={testId} onClick={onSort}>
        {label}
        {sorted !== null && <Arrow size={11} aria-hidden />}
      </button>
    </span>
  );
}
