import { useId, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Minus, Plus, Search } from 'lucide-react';
import { text } from '../../text';
import { IconButton } from './Button';
import { Caution } from '../notices/Caution';
import { classes } from '../classes';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Draws the control with the id that the label names and the id of the text below it. */
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}

/** A label to the left of its control, with a hint or a problem under it: what is wrong, or what it could cost. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <div>
        {children({ id, 'aria-describedby': noteId })}
        <div id={noteId} aria-live="polite">
          {problem !== undefined && <Caution>{problem}</Caution>}
          {problem === undefined && hint !== undefined && <p className={styles.under}>{hint}</p>}
        </div>
      </div>
    </div>
  );
}

export function TextInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  return (
    <input className={classes(styles.input, className)} spellCheck={false} autoComplete="off" {...rest} />
  );
}

interface SearchInputProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A filter box; Escape empties it. */
export function SearchInput({ label, value, onValue, ...rest }: SearchInputProps) {
  return (
    <div className={styles.search}>
      <Search size={14} aria-hidden />
      <TextInput
        type="text"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => {
          onValue(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onValue('');
          }
        }}
        {...rest}
      />
    </div>
  );
}

interface NumberInputProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onValue: (value: number) => void;
  readonly testId: string;
}

/**
 * A whole number with buttons for one more and one less. What is typed and is none in the range stays as typed, with the
 * reason under it; the value is then as before, and comes back when the field is left.
 */
export function NumberInput({ value, min, max, onValue, testId, ...rest }: NumberInputProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const problemId = useId();
  const change = (next: number): void => {
    setRefused(null);
    onValue(Math.min(max, Math.max(min, next)));
  };
  const type = (typed: string): void => {
    const number = Number(typed.trim());
    if (/^\d+$/.test(typed.trim()) && number >= min && number <= max) change(number);
    else setRefused(typed);
  };
  return (
    <div>
      <div className={styles.stepper}>
        <TextInput
          type="text"
          inputMode="numeric"
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          className={styles.number}
          data-testid={testId}
          aria-invalid={refused !== null}
          value={refused ?? String(value)}
          onChange={(event) => {
            type(event.target.value);
          }}
          onBlur={() => {
            setRefused(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp') change(value + 1);
            if (event.key === 'ArrowDown') change(value - 1);
          }}
          {...rest}
          aria-describedby={refused === null ? rest['aria-describedby'] : problemId}
        />
        <IconButton
          label={text.common.fewer}
          disabled={value <= min}
          onClick={() => {
            change(value - 1);
          }}
        >
          <Minus size={14} aria-hidden />
        </IconButton>
        <IconButton
          label={text.common.more}
          disabled={value >= max}
          onClick={() => {
            change(value + 1);
          }}
        >
          <Plus size={14} aria-hidden />
        </IconButton>
      </div>
      <div id={problemId} aria-live="polite">
        {refused !== null && <Caution>{text.common.wholeNumber(min, max, value)}</Caution>}
      </div>
    </div>
  );
}
