import { useMemo, useState } from 'react';
import type { Failure } from '../../../app/contract/failure';
import { Button } from '../../parts/controls/Button';
import { LongList } from '../../parts/grid/LongList';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { text } from '../../text';
import { groupFailures, type FailureGroup } from './group-failures';
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
  const notice = ({ failure, count, places }: FailureGroup) => (
    <FailureNotice failure={failure} tone={tone} count={count} places={places} />
  );
  if (failures.length === 0) return null;
  return (
    <>
      {isWhole ? (
        <LongList label={label} count={groups.length} leastHeight={LEAST_HEIGHT} className={styles.whole}>
          {(index) => (
            <div className={styles.item}>{groups[index] !== undefined && notice(groups[index])}</div>
          )}
        </LongList>
      ) : (
        <div className={styles.first}>
          {groups.slice(0, FIRST_NOTICES).map((group, index) => (
            <div key={index}>{notice(group)}</div>
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
