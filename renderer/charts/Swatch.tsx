import { tableColour } from '../theme/palette';
import { useAppearance } from '../theme/appearance';
import styles from './Swatch.module.css';

/** The colour a table has in the timeline; none for a negative hue. Its name always stands beside it. */
export function Swatch({ hue }: { readonly hue: number }) {
  const theme = useAppearance((state) => state.theme);
  if (hue < 0) return <span className={styles.swatch} />;
  return <span className={styles.swatch} style={{ backgroundColor: tableColour(hue, theme) }} />;
}
