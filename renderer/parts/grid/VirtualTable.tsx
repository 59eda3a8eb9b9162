import type { ReactNode } from 'react';
import cells from './cells.module.css';
import { classes } from '../classes';
import styles from './Grid.module.css';
import list from './list.module.css';
import { useRows } from './use-rows';

export interface TableColumn {
  readonly label: string;
  readonly isFigure?: boolean;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly testId: string;
  readonly columns: readonly TableColumn[];
  /** Its frame and height; `--table-ground` is what the heads stand on. */
  readonly className?: string | undefined;
  /** Says how wide the columns are. */
  readonly rowClass: string | undefined;
  /** In pixels; all rows have one height. */
  readonly rowHeight: number;
  readonly rows: readonly Row[];
  readonly rowTestId: (row: Row) => string;
  /** Further facts of a row, as `data-` attributes. */
  readonly rowData?: (row: Row) => Readonly<Record<`data-${string}`, string>>;
  /** The cells of a row. */
  readonly children: (row: Row) => ReactNode;
}

/** A table that is only read: its heads stay, the keys scroll it, and only the rows in view exist. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, testId, columns, className, rowClass, rowHeight, rows, rowTestId, rowData, children } =
    props;
  const { scroller, visible, height } = useRows(rows.length, rowHeight);
  return (
    <div
      className={classes(list.scroller, className)}
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      data-testid={testId}
    >
      <div role="rowgroup" className={list.headGroup}>
        <div role="row" className={classes(list.head, styles.row, rowClass)}>
          {columns.map((column) => (
            <span key={column.label} role="columnheader" className={classes(column.isFigure && cells.figure)}>
              {column.label}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={list.sizer} style={{ height }}>
        {visible.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={classes(list.line, styles.row, rowClass)}
              style={{ transform: `translateY(${String(start)}px)`, height: rowHeight }}
              data-testid={rowTestId(row)}
              {...rowData?.(row)}
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Words that are cut where they do not fit. */
export function TextCell({ words }: { readonly words: string }) {
  return (
    <span role="cell" className={cells.cut} title={words}>
      {words}
    </span>
  );
}

export function FigureCell({ children }: { readonly children: ReactNode }) {
  return (
    <span role="cell" className={cells.figure}>
      {children}
    </span>
  );
}
