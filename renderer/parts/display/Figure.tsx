import type { Quantity } from '../../../app/contract/quantities';
import styles from './Figure.module.css';

/** A figure in a right-aligned column: the unit has its own width, so that the digits stay in line. */
export function Figure({ quantity }: { readonly quantity: Quantity }) {
  return (
    <span className={styles.figure}>
      {quantity.value}
      <span className={styles.unit}>{quantity.unit}</span>
    </span>
  );
}
