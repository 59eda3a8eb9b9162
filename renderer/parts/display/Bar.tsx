import { wholePercent } from '../../../app/contract/quantities';
import { classes } from '../classes';
import styles from './Bar.module.css';

interface BarProps {
  readonly label: string;
  /** 0 to 1; null while nobody knows. */
  readonly share: number | null;
  readonly tone?: 'plain' | 'ok' | 'warning' | 'failed';
}

export function Bar({ label, share, tone = 'plain' }: BarProps) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': wholePercent(share) })}
    >
      {share === null ? (
        <div className={classes(styles.fill, styles.unknown)} data-tone={tone} />
      ) : (
        <div className={styles.fill} data-tone={tone} style={{ transform: `scaleX(${String(share)})` }} />
      )}
    </div>
  );
}
