import { useMemo, useState } from 'react';
import { ActiveRows } from '../../../parts/grid/ActiveRows';
import { FigureHeads } from '../../../parts/grid/FigureHeads';
import list from '../../../parts/grid/list.module.css';
import { NO_RULES } from '../../../state/objects/selection-rules';
import { nameLines, type NameLine } from '../../../state/migrate/name-lines';
import { renamedSchemas } from '../../../state/objects/table-renames';
import { toggled } from '../../../state/objects/toggled';
import { text } from '../../../text';
import styles from '../Migrate.module.css';
import { NamesRow } from './NamesRow';
import type { Wizard } from '../use-migration';

const ROW_HEIGHT = 32;
const NOTHING: readonly NameLine[] = [];

/** The schemas that are taken, and the names that they and their tables get in the target. */
export function Names({ wizard }: { readonly wizard: Wizard }) {
  const { names, sourceTree, taken, rules, renames } = wizard;
  const [open, setOpen] = useState(() => renamedSchemas(renames));
  const { selected } = taken;
  const schemas = Object.keys(names).join('\n');
  // Walking 50,000 tables takes longer than a frame: it is not done again for each letter of a name.
  const lines = useMemo(() => {
    if (sourceTree.kind !== 'ready') return NOTHING;
    const taking = { selected, rules: rules ?? NO_RULES };
    return nameLines(sourceTree.value, new Set(schemas.split('\n')), open, taking);
  }, [sourceTree, schemas, open, selected, rules]);
  const toggle = (schema: string): void => {
    setOpen(toggled(open, schema));
  };
  return (
    <div className={styles.names}>
      <ActiveRows
        label={text.migrate.names}
        testId="migrate-names"
        heads={
          <FigureHeads
            name={text.load.columnSchema}
            figures={[text.load.columnRows, text.load.columnSize]}
            last={text.load.columnTarget}
            className={styles.nameRow}
          />
        }
        lines={lines}
        rowHeight={ROW_HEIGHT}
        onSpace={({ schema }) => {
          toggle(schema.name);
        }}
      >
        {(line, place) => (
          <NamesRow key={line.key} wizard={wizard} line={line} place={place} onToggle={toggle} />
        )}
      </ActiveRows>
      <p className={list.foot}>{text.dump.estimated}</p>
    </div>
  );
}
