import { TriangleAlert } from 'lucide-react';
import { renameOutcome, freeName, type RenameProblem } from '../../state/objects/rename';
import { nameOfVisible, visibleName } from '../../state/objects/visible-name';
import { text } from '../../text';
import { Button } from '../../parts/controls/Button';
import { classes } from '../../parts/classes';
import { RenameOutcome } from './RenameOutcome';
import { TextInput } from '../../parts/controls/Field';
import styles from './Rename.module.css';

interface RenameSchemaProps {
  readonly schema: string;
  readonly name: string;
  readonly problem: RenameProblem | null;
  readonly existing: ReadonlySet<string>;
  readonly tabIndex: number;
  readonly onName: (schema: string, name: string) => void;
}

/** A grid cell: the name a schema gets in the target, and what that means there. */
export function RenameSchema({ schema, name, problem, existing, tabIndex, onName }: RenameSchemaProps) {
  const exists = existing.has(name);
  const outcome = renameOutcome(schema, name, problem);
  return (
    <span role="gridcell" className={styles.rename}>
      <TextInput
        aria-label={text.load.renameFor(schema)}
        data-testid={`load-rename-${schema}`}
        maxLength={64}
        tabIndex={tabIndex}
        value={visibleName(name)}
        aria-invalid={problem !== null}
        // From here on the name is the user's: a suggestion that comes late does not change it under the cursor.
        onFocus={() => {
          onName(schema, name);
        }}
        onChange={(event) => {
          onName(schema, nameOfVisible(event.target.value, schema));
        }}
      />
      {problem === null && exists ? (
        <Button
          look="quiet"
          className={classes(styles.outcome, styles.exists)}
          title={text.load.freeName(freeName(schema, existing))}
          tabIndex={tabIndex}
          onClick={() => {
            onName(schema, freeName(schema, existing));
          }}
        >
          <TriangleAlert size={12} aria-hidden />
          {text.load.useFreeName}
        </Button>
      ) : (
        outcome !== null && <RenameOutcome outcome={outcome} />
      )}
    </span>
  );
}
