import {
  filesOf,
  snapshotOf,
  targetWorkOf,
  type DumpResult,
  type RunResult,
} from '../../../app/contract/runs/result';
import { text } from '../../text';
import {
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDuration,
} from '../../../app/contract/quantities';
import styles from './ResultView.module.css';
import { StageTimes } from './StageTimes';

/** The run's figures, the lock among them: what it cost the server's other users. */
export function ResultFigures({ result }: { readonly result: RunResult }) {
  const files = filesOf(result);
  const consistency = snapshotOf(result)?.consistency ?? null;
  const speedUps = targetWorkOf(result)?.speedUps;
  const moved = targetWorkOf(result) === null ? result.bytes : (result.movedBytes ?? result.bytes);
  const rate = moved / Math.max(0.001, result.seconds);
  return (
    <section aria-label={text.result.figures}>
      <dl className={styles.figures}>
        <Cell name={text.result.tables} value={formatCount(result.tables)} />
        <Cell name={text.result.rows} value={formatCount(result.rows)} />
        <Cell name={text.result.data} value={formatBytes(result.bytes)} />
        {files !== null && files.files > 0 && (
          <Cell
            name={text.result.stored}
            value={formatBytes(files.storedBytes)}
            under={text.result.files(files.files)}
          />
        )}
        <Cell
          name={text.result.time}
          value={formatDuration(result.seconds * 1000)}
          under={formatBytesPerSecond(rate)}
        />
        <Cell name={text.result.threads} value={formatCount(result.threads)} />
        {result.retries > 0 && (
          <Cell
            name={text.result.retries}
            value={formatCount(result.retries)}
            under={text.result.retriesExplain}
            testId="result-retries"
          />
        )}
        {/* A dump that failed or was cancelled does not tell: that no lock is known of does not say that none was taken. */}
        {result.kind === 'dump' && (result.ok || result.lockHeldMs !== null) && (
          <Cell name={text.result.lock} {...lockTexts(result)} testId="result-lock" />
        )}
      </dl>
      {result.stages !== undefined && <StageTimes stages={result.stages} />}
      {consistency !== null && <p className={styles.consistency}>{consistency}</p>}
      {speedUps !== undefined && (
        <p className={styles.consistency} data-testid="result-speed-ups">
          {text.result.speedUps(speedUps.join(' '))}
        </p>
      )}
      {result.notices?.map((notice) => (
        <p key={notice} className={styles.consistency} data-testid="result-notice">
          {notice}
        </p>
      ))}
    </section>
  );
}

interface CellProps {
  readonly name: string;
  readonly value: string;
  readonly under?: string;
  readonly testId?: string;
}

function Cell({ name, value, under, testId }: CellProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-testid={testId}>{value}</dd>
      {under !== undefined && <dd>{under}</dd>}
    </div>
  );
}

function lockTexts({ lockWaitMs, lockHeldMs }: DumpResult): Pick<CellProps, 'value' | 'under'> {
  if (lockWaitMs === null || lockHeldMs === null) return { value: text.result.noLock };
  return {
    value: text.result.lockHeld(formatDuration(lockHeldMs)),
    under: text.result.lockWaited(formatDuration(lockWaitMs)),
  };
}
