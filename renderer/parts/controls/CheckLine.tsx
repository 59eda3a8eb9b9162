import { Checkbox } from './Checkbox';
import styles from './CheckLine.module.css';

interface CheckLineProps {
  readonly ticked: boolean;
  readonly label: string;
  readonly testId: string;
  readonly onToggle: () => void;
}

/** A checkbox with its words beside it; a click on either does the same. */
export function CheckLine({ ticked, label, testId, onToggle }: CheckLineProps) {
  return (
    <div className={styles.line}>
      <Checkbox tick={ticked ? 'all' : 'none'} label={label} testId={testId} onToggle={onToggle} />
      <span aria-hidden onClick={onToggle}>
        {label}
      </span>
    </div>
  );
}
