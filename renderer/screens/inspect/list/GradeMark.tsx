import type { Grade } from '../../../state/pages/figures';
import styles from './GradeMark.module.css';

/** A grade as the letter it is, on a plate whose tone says the same again. */
export function GradeMark({ grade }: { readonly grade: Grade }) {
  return (
    <span className={styles.grade} data-grade={grade}>
      {grade}
    </span>
  );
}
