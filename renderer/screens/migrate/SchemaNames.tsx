import { Database } from 'lucide-react';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/Figure';
import { useRows } from '../../parts/use-rows';
import { NO_RULES } from '../../state/dump-rules';
import { sumPicked } from '../../state/selection';
import { text } from '../../text';
import { RenameCell } from '../load/RenameCell';
import styles from './Migrate.module.css';
import type { Wizard } from './use-migration';

const ROW_HEIGHT = 32;

/** The schemas that are taken, and the names they get in the target. */
export function SchemaNames({ wizard }: { readonly wizard: Wizard }) {
  const { names, problems, existing, rename, sourceTree, taken, rules } = wizard;
  const schemas = Object.keys(names);
  const { scroller, visible, height } = useRows(schemas.length, ROW_HEIGHT);
  const sumOf = (schema: string) => {
    const all = sourceTree.kind === 'ready' ? sourceTree.value.schemas : [];
    return sumPicked(taken.picked, { schemas: all.filter(({ name }) => name === schema) }, rules ?? NO_RULES);
  };
  return (
    <div
      className={styles.names}
      role="grid"
      aria-label={text.migrate.names}
      aria-rowcount={schemas.length + 1}
    >
      <div role="rowgroup">
        <div role="row" className={classes(styles.nameRow, styles.head)}>
          <span role="columnheader">{text.load.columnSchema}</span>
          <span role="columnheader" className={styles.number}>
            {text.load.columnRows}
          </span>
          <span role="columnheader" className={styles.number}>
            {text.load.columnSize}
          </span>
          <span role="columnheader">{text.load.columnTarget}</span>
        </div>
      </div>
      <div className={styles.scroller} ref={scroller} role="rowgroup">
        <div className={styles.sizer} style={{ height }} role="presentation">
          {visible.map(({ index, start }) => {
            const schema = schemas[index];
            if (schema === undefined) return null;
            const sum = sumOf(schema);
            return (
              <div
                key={schema}
                role="row"
                className={classes(styles.nameRow, styles.nameLine)}
                style={{ transform: `translateY(${String(start)}px)` }}
              >
                <span role="gridcell" className={styles.schema}>
                  <Database size={14} aria-hidden />
                  <span className={styles.cut} title={schema}>
                    {schema}
                  </span>
                  <span className={styles.note}>
                    {text.dump.tables(formatCount(sum.tables), sum.tables === 1)}
                  </span>
                </span>
                <span role="gridcell" className={styles.number}>
                  {formatCount(sum.rows)}
                </span>
                <span role="gridcell" className={styles.number}>
                  <Figure quantity={bytesQuantity(sum.bytes)} />
                </span>
                <RenameCell
                  schema={schema}
                  name={names[schema] ?? schema}
                  problem={problems[schema] ?? null}
                  existing={existing}
                  tabIndex={0}
                  onName={rename}
                />
              </div>
            );
          })}
        </div>
      </div>
      <p className={styles.foot}>{text.dump.estimated}</p>
    </div>
  );
}
