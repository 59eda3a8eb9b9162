import { Button } from '../../parts/Button';
import { classes } from '../../parts/classes';
import { TextInput } from '../../parts/Field';
import { fateOf, type RenameProblem } from '../../state/rename';
import { text } from '../../text';
import styles from './DumpContents.module.css';

interface TableCellProps {
  readonly testId: string;
  readonly table: string;
  readonly name: string;
  readonly problem: RenameProblem | null;
  readonly tabIndex: number;
  readonly onName: (name: string) => void;
  /** Null where the dump holds no rows of it. */
  readonly onFirstRows: (() => void) | null;
}

/** The name a table gets in the target, and a look at its rows. */
export function TableCell({ testId, table, name, problem, tabIndex, onName, onFirstRows }: TableCellProps) {
  const fate = fateOf(table, name, problem);
  return (
    <span role="gridcell" className={styles.rename}>
      <TextInput
        className={classes(styles.tableName, name !== table && styles.renamed)}
        aria-label={text.load.renameFor(table)}
        aria-invalid={problem !== null}
        data-testid={`load-rename-table-${testId}`}
        maxLength={64}
        tabIndex={tabIndex}
        value={name}
        onChange={(event) => {
          onName(event.target.value);
        }}
      />
      <span className={classes(styles.fate, problem !== null && styles.problem)}>
        {fate !== null && text.load.fates[fate]}
        {fate === null && onFirstRows !== null && (
          <Button
            look="quiet"
            className={styles.peek}
            aria-label={text.load.firstRowsOf(table)}
            data-testid={`load-first-rows-${testId}`}
            tabIndex={tabIndex}
            onClick={onFirstRows}
          >
            {text.load.firstRows}
          </Button>
        )}
      </span>
    </span>
  );
}
