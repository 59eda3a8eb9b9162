import type { ReactNode } from 'react';
import cells from './cells.module.css';
import { classes } from '../classes';
import styles from './Grid.module.css';
import { GridRows, type LinePlace } from './GridRows';
import list from './list.module.css';
import { SortHead } from './SortHead';

const ROW_HEIGHT = 28;

export interface GridColumn<Key extends string> {
  readonly label: string;
  /** Null where it can't be sorted by. */
  readonly sort: Key | null;
  readonly tip?: string;
  readonly isFigure?: boolean;
}

interface GridProps<Row, Key extends string> {
  readonly label: string;
  readonly testId: string;
  /** Prefix of the heads' test ids. */
  readonly sortTestId: string;
  readonly columns: readonly GridColumn<Key>[];
  /** Says how wide the columns are. */
  readonly rowClass: string | undefined;
  /** In pixels; that of one line of text where nothing is said. */
  readonly rowHeight?: number;
  readonly sorting: { readonly key: Key; readonly descending: boolean };
  readonly onSort: (key: Key) => void;
  readonly rows: readonly Row[];
  /** The row that the keys move. */
  readonly active: number;
  readonly onActive: (place: number, row: Row) => void;
  readonly onOpen: (row: Row) => void;
  /** Placeholder without rows. */
  readonly none: ReactNode;
  /** A row that stays in view below the others: a {@link FootLine}. */
  readonly foot?: ReactNode;
  readonly children: (row: Row, line: LinePlace) => ReactNode;
}

/** A sortable grid whose rows are opened by Enter or a double click. */
export function Grid<Row, Key extends string>(props: GridProps<Row, Key>) {
  const {
    label,
    testId,
    rowHeight = ROW_HEIGHT,
    rows,
    active,
    onActive,
    onOpen,
    none,
    foot,
    children,
  } = props;
  return (
    <GridRows
      label={label}
      testId={testId}
      heads={<Heads {...props} />}
      rows={rows}
      rowHeight={rowHeight}
      active={active}
      onActive={onActive}
      onKey={(key, row) => {
        if (key !== 'Enter') return false;
        onOpen(row);
        return true;
      }}
      below={rows.length === 0 ? <None>{none}</None> : foot}
      belowRows={rows.length > 0 && foot !== undefined ? 1 : 0}
    >
      {children}
    </GridRows>
  );
}

/** A grid holds nothing but rows, so that what stands for none of them is one. */
function None({ children }: { readonly children: ReactNode }) {
  return (
    <div role="row" className={list.none}>
      <div role="gridcell">{children}</div>
    </div>
  );
}

function Heads<Row, Key extends string>(props: GridProps<Row, Key>) {
  const { columns, rowClass, sorting, sortTestId, onSort } = props;
  return (
    <div role="rowgroup" className={list.headGroup}>
      <div role="row" className={classes(list.head, styles.row, rowClass)}>
        {columns.map(({ label, sort, tip, isFigure = false }) => {
          const className = isFigure ? cells.figure : undefined;
          if (sort === null)
            return (
              <span key={label} role="columnheader" className={className}>
                {label}
              </span>
            );
          return (
            <SortHead
              key={label}
              label={label}
              className={className}
              tip={tip}
              sorted={sorting.key !== sort ? null : sorting.descending ? 'descending' : 'ascending'}
              testId={`${sortTestId}-${sort}`}
              onSort={() => {
                onSort(sort);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface FootLineProps {
  readonly className: string | undefined;
  readonly testId: string;
  /** Its place among the grid's rows, the heads being 1. */
  readonly rowIndex: number;
  readonly children: ReactNode;
}

/** The row below all others, such as their sums; its children are grid cells. */
export function FootLine({ className, testId, rowIndex, children }: FootLineProps) {
  return (
    <div role="rowgroup" className={list.footGroup}>
      <div
        role="row"
        aria-rowindex={rowIndex}
        className={classes(styles.row, className)}
        style={{ height: ROW_HEIGHT }}
        data-testid={testId}
      >
        {children}
      </div>
    </div>
  );
}

interface GridLineProps {
  readonly line: LinePlace;
  readonly className: string | undefined;
  readonly testId: string;
  /** Further facts of the row, as `data-` attributes. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  readonly onClick: () => void;
  readonly onDoubleClick?: () => void;
  readonly children: ReactNode;
}

/** One row; its children are grid cells. */
export function GridLine(props: GridLineProps) {
  const { line, className, testId, data, onClick, onDoubleClick, children } = props;
  return (
    <div
      id={line.id}
      role="row"
      aria-rowindex={line.place + 2}
      aria-selected={line.isActive}
      className={classes(list.line, line.isActive && list.active, styles.row, className)}
      style={{ transform: `translateY(${String(line.top)}px)`, height: line.height }}
      data-testid={testId}
      {...data}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {children}
    </div>
  );
}
