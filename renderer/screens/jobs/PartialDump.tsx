import { TriangleAlert } from 'lucide-react';
import { text } from '../../text';
import styles from './Jobs.module.css';

/** Sign beside a dump that stands for no older one. */
export function PartialDump({ testId }: { readonly testId: string }) {
  return (
    <span className={styles.partial} title={text.jobs.partialExplain} data-testid={testId}>
      <TriangleAlert size={13} aria-hidden />
      {text.jobs.partial}
    </span>
  );
}
