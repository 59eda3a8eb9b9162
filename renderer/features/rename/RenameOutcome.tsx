import { CircleX } from 'lucide-react';
import type { renameOutcome } from '../../state/objects/rename';
import { text } from '../../text';
import { classes } from '../../parts/classes';
import styles from './Rename.module.css';

/** Outcome of the new name beside it. */
export function RenameOutcome({
  outcome,
}: {
  readonly outcome: NonNullable<ReturnType<typeof renameOutcome>>;
}) {
  const isProblem = outcome !== 'renamed';
  return (
    <span className={classes(styles.outcome, isProblem && styles.problem)} data-outcome={outcome}>
      {isProblem && <CircleX size={12} aria-hidden />}
      {text.load.renameOutcomes[outcome]}
    </span>
  );
}
