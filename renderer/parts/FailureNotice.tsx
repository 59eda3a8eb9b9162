import type { ReactNode } from 'react';
import { CircleX, TriangleAlert } from 'lucide-react';
import type { Failure } from '../../app/contract/failure';
import { text } from '../text';
import { classes } from './classes';
import styles from './FailureNotice.module.css';

interface FailureNoticeProps {
  readonly failure: Failure;
  readonly tone: 'failed' | 'warning';
  readonly action?: ReactNode;
}

/** One failure with everything that helps to act on it. */
export function FailureNotice({ failure, tone, action }: FailureNoticeProps) {
  const facts = [
    failure.table,
    failure.chunk === undefined ? undefined : text.common.chunk(failure.chunk),
    failure.errno === undefined ? undefined : text.common.errno(failure.errno, failure.sqlstate),
  ].filter((fact) => fact !== undefined);
  return (
    <div
      className={classes(styles.notice, tone === 'warning' && styles.warning)}
      role={tone === 'failed' ? 'alert' : 'note'}
      data-code={failure.code}
      title={failure.code}
    >
      {tone === 'failed' ? <CircleX size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
      <div>
        <p className={styles.message}>{failure.message}</p>
        {failure.hint !== '' && <p className={styles.hint}>{failure.hint}</p>}
        {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
        {failure.statement !== undefined && (
          <p className={styles.statement} aria-label={text.common.statement}>
            {failure.statement}
          </p>
        )}
      </div>
      {action}
    </div>
  );
}
