import { tableColour } from '../theme/palette';
import { useAppearance } from '../theme/appearance';
import styles from './Swatch.module.css';

/** The colour a table has in the timeline. Its name always stands beside it. */
export function Swatch({ table }: { readonly table: number }) {
  const theme = useAppearance((state) => state.theme);
  if (table < 0) return <span className={styles.swatch} />;
  return <span className={styles.swatch} style={{ backgroundColor: tableColour(table, theme) }} />;
}
