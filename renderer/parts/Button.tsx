import type { ComponentPropsWithRef } from 'react';
import { Tip } from './Tip';
import styles from './Button.module.css';
import { classes } from './classes';

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly look?: ButtonLook;
}

const lookClass: Readonly<Record<ButtonLook, string | undefined>> = {
  plain: undefined,
  primary: styles.primary,
  danger: styles.danger,
  quiet: styles.quiet,
};

export function Button({ look = 'plain', className, ...rest }: ButtonProps) {
  return <button type="button" className={classes(styles.button, lookClass[look], className)} {...rest} />;
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** What it does: the accessible name and the tooltip. */
  readonly label: string;
}

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
