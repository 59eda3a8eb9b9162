import { memo } from 'react';
import {
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleX,
  ListTree,
  Minus,
  RotateCw,
  ScanSearch,
  type LucideIcon,
} from 'lucide-react';
import type { TableProgress } from '../../../../app/contract/runs/run';
import { Swatch } from '../../../charts/Swatch';
import { Bar } from '../../../parts/display/Bar';
import cells from '../../../parts/grid/cells.module.css';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { MiddleEllipsis } from '../../../parts/display/MiddleEllipsis';
import type { TableStatus } from '../../../state/runs/table-status';
import { text } from '../../../text';
import { bytesQuantity, formatCount, formatPercent } from '../../../../app/contract/quantities';
import styles from './Pane.module.css';

const icons: Readonly<Record<TableStatus, LucideIcon>> = {
  pending: Circle,
  running: CircleDot,
  indexing: ListTree,
  verifying: ScanSearch,
  done: CircleCheck,
  failed: CircleX,
  paused: CirclePause,
  retrying: RotateCw,
  unfinished: CircleDashed,
  untouched: Minus,
};

interface TableRowProps {
  readonly id: string;
  readonly place: number;
  readonly count: number;
  readonly table: TableProgress;
  readonly status: TableStatus;
  readonly name: string;
  readonly top: number;
  readonly isActive: boolean;
  readonly isFocused: boolean;
  /** Hears the row's place in the list, from 0, and its table. */
  readonly onSelect: (row: number, table: number) => void;
}

/** An update changes few of the rows in view: the others are not drawn again. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { id, place, count, table, status, name, top, isActive, isFocused, onSelect } = props;
  const Icon = icons[status];
  return (
    <div
      id={id}
      role="option"
      aria-selected={isFocused}
      aria-posinset={place}
      aria-setsize={count}
      className={classes(styles.table, isActive && styles.isActive)}
      style={{ transform: `translateY(${String(top)}px)` }}
      data-testid={`run-table-${table.schema}.${table.table}`}
      data-state={table.state}
      onClick={() => {
        onSelect(place - 1, table.index);
      }}
    >
      <Swatch hue={table.wholeTable ?? table.index} />
      <MiddleEllipsis text={name} />
      <span className={styles.state} data-state={status}>
        <Icon size={13} aria-hidden />
        {status === 'indexing' && table.state === 'indexing' && table.built !== null
          ? text.run.building(formatPercent(table.built))
          : text.run.tableStatuses[status]}
      </span>
      <Bar label={name} share={shareOf(table)} tone={toneOf(status)} />
      <span className={cells.figure}>{formatCount(table.rows)}</span>
      <span className={cells.figure}>
        <Figure quantity={bytesQuantity(table.bytes)} />
      </span>
    </div>
  );
});

/** While indexes are built it is the build's. */
function shareOf(table: TableProgress): number | null {
  if (table.state === 'done') return 1;
  if (table.state === 'indexing') return table.built;
  if (table.rowsExpected === null || table.rowsExpected === 0) return 0;
  return Math.min(0.99, table.rows / table.rowsExpected);
}

function toneOf(status: TableStatus): 'plain' | 'ok' | 'warning' | 'failed' {
  if (status === 'done') return 'ok';
  if (status === 'failed') return 'failed';
  return status === 'paused' || status === 'unfinished' ? 'warning' : 'plain';
}
