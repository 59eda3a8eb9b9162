import hidden from './hidden.module.css';
import styles from './Unknown.module.css';

/** Stands where a figure is not known, with the reason as a tooltip and for screen readers. */
export function Unknown({ reason }: { readonly reason: string }) {
  return (
    <span className={styles.unknown} title={reason}>
      <span aria-hidden>–</span>
      <span className={hidden.hidden}>{reason}</span>
    </span>
  );
}
