import { useMemo, useState } from 'react';
import type { Failure } from '../../../app/contract/failure';
import { Button } from '../../parts/controls/Button';
import { LongList } from '../../parts/grid/LongList';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { text } from '../../text';
import { groupFailures } from './group-failures';
import styles from './Notices.module.css';

interface NoticesProps {
  readonly label: string;
  readonly failures: readonly Failure[];
  readonly tone: 'failed' | 'warning';
  readonly testId: string;
}

/** More of them would push what they belong to out of sight. */
const FIRST_NOTICES = 5;
/** Least height of a notice with the space below it, in pixels. */
const LEAST_HEIGHT = 44;

/** Failures or warnings, those of one message together: the first few, and all for whoever asks. */
export function Notices({ label, failures, tone, testId }: NoticesProps) {
  const [isWhole, setWhole] = useState(false);
  const groups = useMemo(() => groupFailures(failures), [failures]);
  if (failures.length === 0) return null;
  return (
    <>
      {isWhole ? (
        <LongList label={label} items={groups} leastHeight={LEAST_HEIGHT} className={styles.whole}>
          {(group) => (
            <div className={styles.item}>
              <FailureNotice {...group} tone={tone} />
            </div>
          )}
        </LongList>
      ) : (
        <div className={styles.first}>
          {groups.slice(0, FIRST_NOTICES).map((group, index) => (
            <FailureNotice key={index} {...group} tone={tone} />
          ))}
        </div>
      )}
      {groups.length > FIRST_NOTICES && (
        <Button
          className={styles.more}
          aria-expanded={isWhole}
          data-testid={`${testId}-all`}
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? text.result.firstOnly(FIRST_NOTICES) : text.result.showAll(failures.length)}
        </Button>
      )}
    </>
  );
}
