import { Fragment } from 'react';
import { splitMiddle } from './split-middle';
import { classes } from '../classes';
import styles from './MiddleEllipsis.module.css';

interface MiddleEllipsisProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/** Between a source and a target, as titles of runs have it. */
const ARROW = ' → ';

/**
 * A name, a path or a run's title on one line: where there is no room its middle goes, for names differ at their end as
 * often as at their beginning. Of "source → target" either side keeps both its ends. The whole stands in the tooltip.
 */
export function MiddleEllipsis({ text, className }: MiddleEllipsisProps) {
  return (
    <span className={classes(styles.line, className)} title={text}>
      {text.split(ARROW).map((name, index) => {
        const { start, end } = splitMiddle(name);
        return (
          <Fragment key={index}>
            {index > 0 && <span>{ARROW}</span>}
            <span className={styles.name}>
              <span className={styles.start}>{start}</span>
              {end !== '' && (
                <span className={styles.end}>
                  <bdi dir="ltr">{end}</bdi>
                </span>
              )}
            </span>
          </Fragment>
        );
      })}
    </span>
  );
}
