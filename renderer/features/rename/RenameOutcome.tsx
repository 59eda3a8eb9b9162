import { CircleX } from 'lucide-react';
import type { fateOf } from '../../state/objects/rename';
import { text } from '../../text';
import { classes } from '../../parts/classes';
import styles from './Rename.module.css';

/** What becomes of an object under the name beside it. */
export function Fate({ fate }: { readonly fate: NonNullable<ReturnType<typeof fateOf>> }) {
  const isProblem = fate !== 'renamed';
  return (
    <span className={classes(styles.fate, isProblem && styles.problem)} data-fate={fate}>
      {isProblem && <CircleX size={12} aria-hidden />}
      {text.load.fates[fate]}
    </span>
  );
}
