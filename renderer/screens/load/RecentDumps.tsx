import { useEffect } from 'react';
import { formatBytes } from '../../../app/contract/quantities';
import { formatDateTimeToMinute } from '../../parts/display/date-time';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { showLoadOf } from '../../state/app/navigation';
import { notifyFailure } from '../../state/app/toasts';
import { recentDumps, type RecentDump } from '../../state/load/recent-dumps';
import { request } from '../../state/remote/bridge';
import { readHistory, useHistory } from '../../state/runs/history';
import { text } from '../../text';
import styles from './RecentDumps.module.css';

/** Finished dumps of the history, the newest first; a click takes one. */
export function RecentDumps() {
  const entries = useHistory((state) => state.entries);
  useEffect(() => {
    void readHistory();
  }, []);
  const dumps = entries.kind === 'ready' ? recentDumps(entries.value) : [];
  if (dumps.length === 0) return null;
  return (
    <section className={styles.recent} aria-label={text.load.recent} data-testid="load-recent">
      <h2>{text.load.recent}</h2>
      <ul>
        {dumps.map((dump) => (
          <li key={dump.runId}>
            <DumpButton dump={dump} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DumpButton({
  dump: { runId, title, server, folder, startedAt, storedBytes, isVerified },
}: {
  readonly dump: RecentDump;
}) {
  return (
    <button
      type="button"
      className={styles.dump}
      data-testid={`load-recent-${runId}`}
      onClick={() => {
        void request('runs/folder', { runId }).then(showLoadOf).catch(notifyFailure);
      }}
    >
      <span className={styles.name}>{title}</span>
      <span className={styles.figures}>{formatDateTimeToMinute(startedAt)}</span>
      <span className={styles.figures}>{storedBytes === null ? '' : formatBytes(storedBytes)}</span>
      <span className={styles.under}>
        {[server ?? '', isVerified ? text.load.recentVerified : text.load.recentNotVerified].join(' · ')}
      </span>
      <span className={styles.folder}>
        <MiddleEllipsis text={folder} />
      </span>
    </button>
  );
}
