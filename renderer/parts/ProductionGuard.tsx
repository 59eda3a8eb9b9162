import { ShieldAlert } from 'lucide-react';
import { text } from '../text';
import { TextInput } from './Field';
import styles from './ProductionGuard.module.css';

interface ProductionGuardProps {
  /** What the typed name is for. */
  readonly explain: string;
  readonly confirmed: string;
  readonly onConfirmed: (typed: string) => void;
}

/** A production server is loaded into only by someone who typed its name. */
export function ProductionGuard({ explain, confirmed, onConfirmed }: ProductionGuardProps) {
  return (
    <div className={styles.guard}>
      <h3>
        <ShieldAlert size={14} aria-hidden />
        {text.load.guardTitle}
      </h3>
      <p>{explain}</p>
      <TextInput
        aria-label={text.load.guardLabel}
        data-testid="load-confirm-name"
        value={confirmed}
        onChange={(event) => {
          onConfirmed(event.target.value);
        }}
      />
    </div>
  );
}
