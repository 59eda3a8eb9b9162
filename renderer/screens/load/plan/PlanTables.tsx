import { isFilled, type PlannedTable } from '../../../../app/contract/runs/load-plan';
import { bytesQuantity, formatCount } from '../../../../app/contract/quantities';
import cells from '../../../parts/grid/cells.module.css';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { TableName } from '../../../features/table-name/TableName';
import { FigureCell, TextCell, VirtualTable, type TableColumn } from '../../../parts/grid/VirtualTable';
import { Unknown } from '../../../parts/display/Unknown';
import { text } from '../../../text';
import styles from './PlanTables.module.css';

const ROW_HEIGHT = 46;
/** So many stand in the dialog as they are; more scroll by themselves, so that only those in view exist. */
const MOST_AT_ONCE = 50;

const columns: readonly TableColumn[] = [
  { label: text.load.planTable },
  { label: text.load.planAction },
  { label: text.load.columnRows, isFigure: true },
  { label: text.load.columnSize, isFigure: true },
  { label: text.load.columnChunks, isFigure: true },
  { label: text.load.planLanes, isFigure: true },
];

/** The tables in the order in which the lanes take them, each with what is decided for it and why. */
export function PlanTables({ tables }: { readonly tables: readonly PlannedTable[] }) {
  return (
    <VirtualTable
      label={text.load.planTables}
      testId="plan-tables"
      columns={columns}
      className={classes(styles.tables, tables.length > MOST_AT_ONCE && styles.scrolling)}
      rowClass={styles.row}
      rowHeight={ROW_HEIGHT}
      rows={tables}
      rowTestId={({ schema, table }) => `plan-table-${schema}.${table}`}
      rowData={({ action }) => ({ 'data-action': action })}
    >
      {(table) => <Cells table={table} />}
    </VirtualTable>
  );
}

function Cells({ table }: { readonly table: PlannedTable }) {
  const { schema, renamedFrom, action, rows, bytes, chunks } = table;
  const reasons = reasonsOf(table);
  return (
    <>
      <span role="cell" className={styles.name}>
        <TableName schema={schema} table={table.table} />
        {renamedFrom !== null && (
          <span className={classes(cells.cut, cells.note, styles.was)}>{text.load.planWas(renamedFrom)}</span>
        )}
      </span>
      <TextCell words={text.load.planActions[action]} />
      <FigureCell>
        {rows === null ? <Unknown reason={text.load.notRecorded} /> : formatCount(rows)}
      </FigureCell>
      <FigureCell>
        {bytes === null ? (
          <Unknown reason={text.load.notRecorded} />
        ) : (
          <Figure quantity={bytesQuantity(bytes)} />
        )}
      </FigureCell>
      <FigureCell>{formatCount(chunks)}</FigureCell>
      <FigureCell>{isFilled(table) ? formatCount(table.lanes) : ''}</FigureCell>
      <span role="cell" className={classes(cells.cut, styles.reason)} title={reasons}>
        {reasons}
      </span>
    </>
  );
}

/** Nothing is decided for a table that receives no rows. */
function reasonsOf(table: PlannedTable): string {
  if (table.action === 'skip') return text.load.planSkipped;
  if (table.action === 'refuse') return table.reason;
  const { deferredIndexes, indexReason, lanesReason, orderReason } = table;
  const waiting = deferredIndexes.length === 0 ? [] : [text.load.planWaiting(deferredIndexes)];
  const others = [lanesReason, orderReason].filter((reason) => reason !== null);
  return [...waiting, indexReason, ...others].join(' ');
}
