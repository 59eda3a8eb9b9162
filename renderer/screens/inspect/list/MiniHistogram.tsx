import { text } from '../../../text';
import styles from './TableList.module.css';

const BAR = 4;
const HEIGHT = 18;

/** Pages by fill, small: the tallest bar has the whole height. */
export function MiniHistogram({ histogram }: { readonly histogram: readonly number[] }) {
  const most = Math.max(1, ...histogram);
  const pages = histogram.reduce((sum, count) => sum + count, 0);
  const low = histogram.slice(0, histogram.length / 2).reduce((sum, count) => sum + count, 0);
  const below = `${((low / Math.max(1, pages)) * 100).toFixed(1)} %`;
  return (
    <svg
      className={styles.mini}
      width={histogram.length * BAR}
      height={HEIGHT}
      role="img"
      aria-label={text.inspect.histogramText(below)}
    >
      <rect className={styles.miniGround} x={0} y={HEIGHT - 1} width={histogram.length * BAR} height={1} />
      {histogram.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
        return <rect key={bin} x={bin * BAR} y={HEIGHT - height} width={BAR - 1} height={height} />;
      })}
    </svg>
  );
}
