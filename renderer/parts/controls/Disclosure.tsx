import { ChevronRight } from 'lucide-react';
import { text } from '../../text';
import styles from './Disclosure.module.css';

interface TwistProps {
  readonly schema: string;
  readonly open: boolean;
  readonly tabIndex: number;
  readonly onToggle: () => void;
}

/** Shows the tables of a schema in a grid, or hides them. */
export function Twist({ schema, open, tabIndex, onToggle }: TwistProps) {
  return (
    <button
      type="button"
      className={styles.twist}
      data-open={open}
      data-testid={`twist-${schema}`}
      aria-expanded={open}
      aria-label={text.load.expand(schema)}
      tabIndex={tabIndex}
      onClick={onToggle}
    >
      <ChevronRight size={14} aria-hidden />
    </button>
  );
}
