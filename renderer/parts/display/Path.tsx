import { Fragment } from 'react';
import { UnbrokenTimestamps } from './UnbrokenTimestamps';
import styles from './Path.module.css';

interface PathProps {
  /** For display only. */
  readonly path: string;
  readonly testId: string;
}

/** A path beside the button that changes it: where it takes several lines, each begins with a name or a moment. */
export function Path({ path, testId }: PathProps) {
  return (
    <span className={styles.path} data-testid={testId}>
      {path.split(/(?<=[/\\])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <UnbrokenTimestamps>{part}</UnbrokenTimestamps>
        </Fragment>
      ))}
    </span>
  );
}
