import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { classes } from '../classes';
import { usePopupPlace } from '../overlays/popup-place';
import { selectKey } from './select-key';
import styles from './Select.module.css';

export interface Option {
  readonly value: string;
  /** Text searched by typed letters, and shown where there is no `label`. */
  readonly text: string;
  readonly label?: ReactNode;
  /** Said at the right of the option in the open list. */
  readonly detail?: string;
  /** Sentence below the option in the open list. */
  readonly under?: string;
}

interface SelectProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  readonly onValue: (value: string) => void;
  readonly testId: string;
}

/**
 * One choice out of a list that opens: ARIA's select-only combobox. The focus stays on the box, which names the
 * active option. Radix has a select too; it brings an inline style sheet, which the window's policy refuses.
 */
export function Select({ value, options, placeholder = '', onValue, testId, ...rest }: SelectProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const ownId = useId();
  const place = usePopupPlace();
  const { id = ownId, 'aria-label': name } = rest;
  const chosen = options.findIndex((option) => option.value === value);
  const shown = options[chosen];
  const optionId = (index: number): string => `${listId}-${String(index)}`;

  const changeOpen = (next: boolean): void => {
    setActive(Math.max(0, chosen));
    setOpen(next && options.length > 0);
  };
  const take = (index: number): void => {
    const option = options[index];
    if (option !== undefined) onValue(option.value);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = selectKey(event, { open, active, options });
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'open') changeOpen(true);
    else if (action.kind === 'close') setOpen(false);
    else if (action.kind === 'take') take(active);
    else {
      if (!open) changeOpen(true);
      setActive(action.index);
    }
  };

  return (
    <Popover.Root open={open} onOpenChange={changeOpen}>
      <Popover.Trigger
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open ? optionId(active) : undefined}
        className={classes(styles.trigger, shown === undefined && styles.unset)}
        data-testid={testId}
        onKeyDown={onKeyDown}
        {...rest}
        id={id}
      >
        <span className={styles.value}>
          {shown === undefined ? placeholder : (shown.label ?? shown.text)}
        </span>
        <ChevronsUpDown size={13} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal container={place}>
        <Popover.Content
          id={listId}
          role="listbox"
          aria-label={name}
          aria-labelledby={name === undefined ? id : undefined}
          className={styles.content}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
          }}
        >
          {options.map((option, index) => (
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              aria-selected={option.value === value}
              className={classes(styles.item, index === active && styles.active)}
              data-testid={`option-${option.value}`}
              ref={(element) => {
                if (index === active) element?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerMove={() => {
                setActive(index);
              }}
              onClick={() => {
                take(index);
              }}
            >
              {option.value === value ? <Check size={13} aria-hidden /> : <span />}
              <span>
                {option.label ?? option.text}
                {option.under !== undefined && <span className={styles.under}>{option.under}</span>}
              </span>
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
