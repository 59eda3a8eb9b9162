import { formatDuration, formatShare } from '../../../app/contract/quantities';
import type { StageTime } from '../../../app/contract/runs/stages';
import { text } from '../../text';
import { stagePieces } from './stage-pieces';
import styles from './StageTimes.module.css';

/** The times of a run's stages as one bar, with a list that says the same in words. */
export function StageTimes({ stages }: { readonly stages: readonly StageTime[] }) {
  const pieces = stagePieces(stages);
  if (pieces.length === 0) return null;
  return (
    <div className={styles.times} data-testid="result-stage-times">
      <h2>{text.result.stageTimes}</h2>
      <div className={styles.bar} aria-hidden>
        {pieces.map(({ name, seconds, share, hue }) => (
          <span
            key={name}
            className={styles.piece}
            data-hue={hue}
            // Shares that add up to less than 1 would leave a part of the bar empty.
            style={{ flexGrow: 100 * share }}
            title={`${name}: ${formatDuration(seconds * 1000)}`}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {pieces.map(({ name, seconds, share, hue }) => (
          <li key={name}>
            <span className={styles.swatch} data-hue={hue} aria-hidden />
            <span>{name}</span>
            <span className={styles.figure}>{formatDuration(seconds * 1000)}</span>
            <span className={styles.share}>{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
