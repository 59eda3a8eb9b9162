import type { ReactNode } from 'react';
import { CircleX, TriangleAlert } from 'lucide-react';
import { unnamedChunk, type Failure } from '../../../app/contract/failure';
import { text } from '../../text';
import { classes } from '../classes';
import styles from './FailureNotice.module.css';

interface FailureNoticeProps {
  readonly failure: Failure;
  readonly tone: 'failed' | 'warning';
  readonly action?: ReactNode;
  /** All that the same is said of, instead of the failure's own table. */
  readonly places?: readonly string[];
  /** Number of failures that this notice stands for. */
  readonly count?: number;
}

/** More names than this are there for whoever asks. */
const FEW_PLACES = 4;
/** More than this take the page too long to lay out. */
const MOST_PLACES = 1000;

/** One failure with everything that helps to act on it. */
export function FailureNotice({ failure, tone, action, places = [], count = 1 }: FailureNoticeProps) {
  const isMany = places.length > FEW_PLACES;
  const chunk = unnamedChunk(failure);
  const facts = [
    count === 1 || isMany ? undefined : text.common.alike[tone](count),
    ...(isMany ? [] : places.length > 0 ? [places.join(', ')] : [failure.table]),
    chunk === null ? undefined : text.common.chunk(chunk),
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
        {isMany && (
          <details className={styles.facts}>
            <summary>{text.common.places(text.common.alike[tone](count), places.length)}</summary>
            {placesText(places)}
          </details>
        )}
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

function placesText(places: readonly string[]): string {
  const first = places.slice(0, MOST_PLACES).join(', ');
  const more = places.length - MOST_PLACES;
  return more > 0 ? text.common.andMore(first, more) : first;
}
