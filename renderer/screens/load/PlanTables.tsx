import type { PlannedTable } from '../../../app/contract/load-plan';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/Figure';
import { useRows } from '../../parts/use-rows';
import { text } from '../../text';
import styles from './PlanTables.module.css';

const ROW_HEIGHT = 46;

/** The tables in the order in which the lanes take them, each with what is decided for it and why. */
export function PlanTables({ tables }: { readonly tables: readonly PlannedTable[] }) {
  const { scroller, visible, height } = useRows(tables.length, ROW_HEIGHT);
  const columns = [
    text.load.planTable,
    text.load.planAction,
    text.load.columnRows,
    text.load.columnSize,
    text.load.columnChunks,
    text.load.planLanes,
  ];
  return (
    <div
      className={styles.tables}
      role="table"
      aria-label={text.load.planTables}
      aria-rowcount={tables.length + 1}
      data-testid="plan-tables"
    >
      <div role="rowgroup">
        <div role="row" className={classes(styles.row, styles.head)}>
          {columns.map((column, index) => (
            <span key={column} role="columnheader" className={classes(index > 1 && styles.number)}>
              {column}
            </span>
          ))}
        </div>
      </div>
      <div className={styles.scroller} ref={scroller} role="rowgroup" tabIndex={0}>
        <div className={styles.sizer} style={{ height }} role="presentation">
          {visible.map(({ index, start }) => {
            const table = tables[index];
            return table === undefined ? null : <TableLine key={index} table={table} top={start} />;
          })}
        </div>
      </div>
    </div>
  );
}

function TableLine({ table, top }: { readonly table: PlannedTable; readonly top: number }) {
  const { schema, renamedFrom, action, rows, bytes, chunks, lanes } = table;
  const name = `${schema}.${table.table}`;
  const reasons = reasonsOf(table);
  return (
    <div
      role="row"
      className={classes(styles.row, styles.line)}
      style={{ transform: `translateY(${String(top)}px)` }}
      data-testid={`plan-table-${name}`}
      data-action={action}
    >
      <span role="cell" className={styles.cell}>
        <span className={styles.name} title={name}>
          {name}
          {renamedFrom !== null && <span className={styles.note}>{text.load.planWas(renamedFrom)}</span>}
        </span>
        <span className={styles.reason} title={reasons}>
          {reasons}
        </span>
      </span>
      <span role="cell">{text.load.planActions[action]}</span>
      <span role="cell" className={styles.number}>
        {rows === null ? text.load.unknown : formatCount(rows)}
      </span>
      <span role="cell" className={styles.number}>
        {bytes === null ? text.load.unknown : <Figure quantity={bytesQuantity(bytes)} />}
      </span>
      <span role="cell" className={styles.number}>
        {formatCount(chunks)}
      </span>
      <span role="cell" className={styles.number}>
        {formatCount(lanes)}
      </span>
    </div>
  );
}

/** Nothing is decided for a table that is skipped. */
function reasonsOf({ action, deferredIndexes, indexReason, lanesReason }: PlannedTable): string {
  if (action === 'skip') return text.load.planSkipped;
  const waiting = deferredIndexes.length === 0 ? [] : [text.load.planWaiting(deferredIndexes)];
  return [...waiting, indexReason, ...(lanesReason === null ? [] : [lanesReason])].join(' ');
}
