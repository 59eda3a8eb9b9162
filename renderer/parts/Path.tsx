import { Fragment } from 'react';
import styles from './Path.module.css';

interface PathProps {
  /** For display only. */
  readonly path: string;
  readonly testId: string;
}

/** The moment that the name of a dump's folder ends with: it tells dumps apart, and is never broken in two. */
const MOMENT = /(\d{4}-\d\d-\d\d-\d{4}\d*)/;

/** A path beside the button that changes it: where it takes several lines, each begins with a name or a moment. */
export function Path({ path, testId }: PathProps) {
  return (
    <span className={styles.path} data-testid={testId}>
      {path.split(/(?<=[/\\])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part.split(MOMENT).map((piece, place) => (
            <span key={place} className={MOMENT.test(piece) ? styles.whole : undefined}>
              {piece}
            </span>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
