import type { Grading } from '../../../state/pages/figures';
import { text } from '../../../text';
import styles from './GradeMark.module.css';

/** A grade as the letter it is, on a plate whose tone says the same again, and its reason. */
export function GradeMark({ grading }: { readonly grading: Grading }) {
  const { grade, ...bounds } = grading;
  const reason = text.inspect.gradeReason(bounds);
  return (
    <span className={styles.holder} title={reason}>
      <span className={styles.grade} data-grade={grade}>
        {grade}
      </span>
      <span className={styles.reason}>{reason}</span>
    </span>
  );
}
