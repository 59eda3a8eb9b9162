import type { MigrationPlan } from '../../../../app/contract/runs/migrate';
import { bytesQuantity, formatCount } from '../../../../app/contract/quantities';
import { Figure } from '../../../parts/display/Figure';
import { Empty } from '../../../parts/layout/Panel';
import { TableNameCell } from '../../../features/table-name/TableName';
import { FigureCell, VirtualTable, type TableColumn } from '../../../parts/grid/VirtualTable';
import { text } from '../../../text';
import styles from '../Migrate.module.css';

const ROW_HEIGHT = 28;

const columns: readonly TableColumn[] = [
  { label: text.migrate.columnFrom },
  { label: text.migrate.columnTo },
  { label: text.migrate.columnRows, isFigure: true },
  { label: text.migrate.columnData, isFigure: true },
  { label: text.migrate.columnLanes, isFigure: true },
];

/** The tables of a plan in the order in which the lanes take them. */
export function Moves({ tables, threads }: Pick<MigrationPlan, 'tables' | 'threads'>) {
  if (tables.length === 0)
    return (
      <div className={styles.center}>
        <Empty title={text.migrate.noTables} />
      </div>
    );
  return (
    <VirtualTable
      label={text.migrate.moves}
      testId="migrate-moves"
      columns={columns}
      rowClass={styles.moveRow}
      rowHeight={ROW_HEIGHT}
      rows={tables}
      rowTestId={({ from }) => `move-${from}`}
    >
      {({ from, to, rows, bytes, shared }) => (
        <>
          <TableNameCell {...placeOf(from)} />
          <TableNameCell {...placeOf(to)} />
          <FigureCell>{formatCount(rows)}</FigureCell>
          <FigureCell>
            <Figure quantity={bytesQuantity(bytes)} />
          </FigureCell>
          <FigureCell>{lanesText(shared && rows > 0 ? threads : 1)}</FigureCell>
        </>
      )}
    </VirtualTable>
  );
}

/** Several lanes may share a table; how many do depends on the others. */
function lanesText(most: number): string {
  return most === 1 ? formatCount(1) : text.migrate.lanesUpTo(most);
}

/** The parts of `schema.table`; a schema's own dots are shown where the table's name begins. */
function placeOf(name: string): { readonly schema: string; readonly table: string } {
  const dot = name.indexOf('.');
  return { schema: name.slice(0, dot), table: name.slice(dot + 1) };
}
