import type { ReactNode } from 'react';
import { renameOutcome, type RenameProblem } from '../../state/objects/rename';
import { nameOfVisible, visibleName } from '../../state/objects/visible-name';
import { text } from '../../text';
import { classes } from '../../parts/classes';
import { RenameOutcome } from './RenameOutcome';
import { TextInput } from '../../parts/controls/Field';
import styles from './Rename.module.css';

interface RenameTableProps {
  readonly testId: string;
  readonly table: string;
  readonly name: string;
  readonly problem: RenameProblem | null;
  readonly tabIndex: number;
  readonly onName: (name: string) => void;
  /** Further content beside the name. */
  readonly children?: ReactNode;
}

/** A grid cell: the name a table gets in the target. */
export function RenameTable(props: RenameTableProps) {
  const { testId, table, name, problem, tabIndex, onName, children } = props;
  const outcome = renameOutcome(table, name, problem);
  return (
    <span role="gridcell" className={styles.rename}>
      <TextInput
        className={classes(styles.tableName, name !== table && styles.renamed)}
        aria-label={text.load.renameFor(table)}
        aria-invalid={problem !== null}
        data-testid={`load-rename-table-${testId}`}
        maxLength={64}
        tabIndex={tabIndex}
        value={visibleName(name)}
        onChange={(event) => {
          onName(nameOfVisible(event.target.value, table));
        }}
      />
      <span className={styles.beside}>
        {outcome !== null && <RenameOutcome outcome={outcome} />}
        {children}
      </span>
    </span>
  );
}
