import { classes } from '../../parts/classes';
import type { SpeedAxis } from './speed-axis';
import styles from './SpeedLabels.module.css';

interface SpeedLabelsProps {
  readonly axis: SpeedAxis;
  /** Height of the picture, in CSS pixels. */
  readonly height: number;
  readonly side: 'left' | 'right';
  /** Text of a level, with its unit. */
  readonly labelOf: (value: number) => string;
  readonly testId: string;
}

/** Height of a label and its gap to its level, in CSS pixels. */
const LABEL = 15;
const GAP = 1;

/** Labels of an axis over the picture: each above its level, or below it where that is the top. */
export function SpeedLabels({ axis, height, side, labelOf, testId }: SpeedLabelsProps) {
  return (
    <div className={styles.axis} data-testid={testId}>
      {axis.levels.map(({ value, share }) => {
        const y = Math.round(height * (1 - share));
        const top = y < LABEL ? y + GAP : y - LABEL;
        return (
          <span
            key={value}
            className={classes(styles.label, styles[side])}
            style={{ transform: `translateY(${String(top)}px)` }}
          >
            {labelOf(value)}
          </span>
        );
      })}
    </div>
  );
}
