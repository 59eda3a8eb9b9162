import styles from './Sparkline.module.css';

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  readonly label: string;
}

const WIDTH = 72;
const HEIGHT = 18;
const INSET = 3;

/** Trend of a figure, from 0 up: small enough for a row of a list. The last value has a dot; a single value has no line. */
export function Sparkline({ values, label }: SparklineProps) {
  const points = sparkPoints(values);
  const last = points.length < 2 ? undefined : points[points.length - 1];
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {last !== undefined && <circle className={styles.last} cx={last.x} cy={last.y} r={2} />}
    </svg>
  );
}

/** Points of the values; the greatest is at the top, 0 at the bottom. */
export function sparkPoints(
  values: readonly number[],
): readonly { readonly x: number; readonly y: number }[] {
  const most = Math.max(...values, Number.MIN_VALUE);
  const step = values.length < 2 ? 0 : (WIDTH - 2 * INSET) / (values.length - 1);
  return values.map((value, index) => ({
    x: Math.round((INSET + index * step) * 10) / 10,
    y: Math.round((HEIGHT - INSET - (value / most) * (HEIGHT - 2 * INSET)) * 10) / 10,
  }));
}
