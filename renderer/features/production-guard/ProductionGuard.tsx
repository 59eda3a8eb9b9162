import { useId } from 'react';
import { ShieldAlert, TriangleAlert } from 'lucide-react';
import type { Guard } from '../../../app/contract/connections/guard';
import { text } from '../../text';
import { TextInput } from '../../parts/controls/Field';
import styles from './ProductionGuard.module.css';

interface ProductionGuardProps {
  /** Explains the purpose of the typed name. */
  readonly explain: string;
  /** The connection that guards the server; its name must be typed. */
  readonly guard: Guard;
  readonly confirmed: string;
  readonly onConfirmed: (typed: string) => void;
}

/** A production server is loaded into only by someone who typed its name. */
export function ProductionGuard({ explain, guard, confirmed, onConfirmed }: ProductionGuardProps) {
  const id = useId();
  const { name, environment } = guard;
  const hint = guardHint(name, confirmed);
  return (
    <div className={styles.guard}>
      <h3>
        <ShieldAlert size={14} aria-hidden />
        {text.load.guardTitle[environment === 'unknown' ? 'unknown' : 'production']}
      </h3>
      <p>{explain}</p>
      <TextInput
        aria-label={text.load.guardLabel}
        aria-describedby={id}
        aria-invalid={hint !== null}
        data-testid="load-confirm-name"
        value={confirmed}
        onChange={(event) => {
          onConfirmed(event.target.value);
        }}
      />
      <div id={id} aria-live="polite">
        {hint !== null && (
          <p className={styles.hint} data-testid="guard-hint">
            <TriangleAlert size={13} aria-hidden />
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** Difference between the typed text and the name; null where they are equal or nothing was typed. */
function guardHint(name: string, typed: string): string | null {
  if (typed === '' || typed === name) return null;
  if (typed.trim().toLowerCase() !== name.toLowerCase()) return text.load.guardOther(name);
  return typed.toLowerCase() === name.toLowerCase() ? text.load.guardCase(name) : text.load.guardSpaces(name);
}
