import type { PlannedMove } from '../../../app/contract/migrate';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import { Figure } from '../../parts/Figure';
import { Empty } from '../../parts/Panel';
import { FigureCell, TextCell, VirtualTable, type TableColumn } from '../../parts/VirtualTable';
import { text } from '../../text';
import styles from './Migrate.module.css';

const ROW_HEIGHT = 28;

const columns: readonly TableColumn[] = [
  { label: text.migrate.columnFrom },
  { label: text.migrate.columnTo },
  { label: text.migrate.columnRows, isFigure: true },
  { label: text.migrate.columnData, isFigure: true },
  { label: text.migrate.columnLanes },
];

/** The tables of a plan in the order in which the lanes take them. */
export function Moves({ tables }: { readonly tables: readonly PlannedMove[] }) {
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
          <TextCell words={from} />
          <TextCell words={to} />
          <FigureCell>{formatCount(rows)}</FigureCell>
          <FigureCell>
            <Figure quantity={bytesQuantity(bytes)} />
          </FigureCell>
          <TextCell words={shared ? text.migrate.shared : text.migrate.stream} />
        </>
      )}
    </VirtualTable>
  );
}
