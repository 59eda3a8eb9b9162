import styles from '../display/hidden.module.css';

/** Says something to screen readers only, politely. */
export function Announce({ children }: { readonly children: string }) {
  return (
    <div className={styles.hidden} role="status">
      {children}
    </div>
  );
}
