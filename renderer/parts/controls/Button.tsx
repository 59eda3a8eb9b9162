import { useId, type ComponentPropsWithRef, type MouseEventHandler } from 'react';
import { Tip } from '../overlays/Tip';
import styles from './Button.module.css';
import { classes } from '../classes';

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly look?: ButtonLook;
  /**
   * Reason that it can't be used now, as a sentence; undefined where it can. Then it does nothing, but can be reached: the
   * sentence is its tooltip, by the pointer and by the keyboard, and what a screen reader says of it.
   */
  readonly reason?: string | undefined;
}

const lookClass: Readonly<Record<ButtonLook, string | undefined>> = {
  plain: undefined,
  primary: styles.primary,
  danger: styles.danger,
  quiet: styles.quiet,
};

export function Button({ look = 'plain', className, reason, onClick, ...rest }: ButtonProps) {
  const shown = {
    className: classes(styles.button, lookClass[look], className),
    'data-look': look,
    onClick: onceAnyway(onClick),
    ...rest,
  };
  return reason === undefined ? <button type="button" {...shown} /> : <Blocked {...shown} reason={reason} />;
}

/** Takes a double click for one: whatever a button starts is started once. */
function onceAnyway(
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
): MouseEventHandler<HTMLButtonElement> {
  return (event) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
}

interface BlockedProps extends ComponentPropsWithRef<'button'> {
  readonly reason: string;
}

/** A disabled button takes no focus, so nobody would hear why: this one is only said to be disabled. */
function Blocked({ reason, ...rest }: BlockedProps) {
  const id = useId();
  return (
    <>
      <Tip text={reason}>
        <button
          type="button"
          {...rest}
          disabled={false}
          aria-disabled
          aria-describedby={id}
          onClick={(event) => {
            // Also what Enter in a form's field would click.
            event.preventDefault();
          }}
        />
      </Tip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** Accessible name and tooltip. */
  readonly label: string;
}

/** A small button. Unlike a {@link Button} it may be clicked fast, as to count up. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button
        type="button"
        aria-label={label}
        className={classes(styles.button, styles.icon, className)}
        {...rest}
      />
    </Tip>
  );
}
