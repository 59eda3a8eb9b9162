import { useId, type KeyboardEvent, type ReactNode } from 'react';
import list from './list.module.css';
import { rowOfKey } from './row-key';
import { HEAD_HEIGHT, useRows } from './use-rows';

/** Place of a row in its grid. */
export interface LinePlace {
  readonly id: string;
  readonly place: number;
  readonly top: number;
  /** In pixels. */
  readonly height: number;
  readonly isActive: boolean;
}

interface GridRowsProps<Row> {
  readonly label: string;
  readonly testId: string;
  /** The row of column heads, in its row group. */
  readonly heads: ReactNode;
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  /** The row that the keys move. */
  readonly active: number;
  readonly onActive: (place: number, row: Row) => void;
  /** Does what a key that moves nothing means to the active row; false where it means nothing. */
  readonly onKey: (key: string, row: Row) => boolean;
  readonly children: (row: Row, line: LinePlace) => ReactNode;
  /** Content below the rows. */
  readonly below?: ReactNode;
  /** Rows of the grid that are in `below`. */
  readonly belowRows?: number;
}

/** A grid that has the focus itself and names the active row, which the arrow keys move: only the rows in view exist. */
export function GridRows<Row>(props: GridRowsProps<Row>) {
  const {
    label,
    testId,
    heads,
    rows,
    rowHeight,
    active,
    onActive,
    onKey,
    children,
    below,
    belowRows = 0,
  } = props;
  const gridId = useId();
  const { scroller, visible, height, reveal } = useRows(rows.length, rowHeight, HEAD_HEIGHT);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const target = rowOfKey(event.key, active, rows.length);
    const row = rows[target ?? active];
    if (row === undefined) return;
    if (target !== null) {
      onActive(target, row);
      reveal(target);
    } else if (!onKey(event.key, row)) {
      return;
    }
    event.preventDefault();
  };
  // Naming a row that is not in the document would lead a screen reader nowhere.
  const isActiveThere = visible.some(({ index }) => index === active);
  return (
    <div
      className={list.scroller}
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1 + belowRows}
      aria-activedescendant={isActiveThere ? `${gridId}-${String(active)}` : undefined}
      tabIndex={0}
      data-testid={testId}
      onKeyDown={onKeyDown}
    >
      {heads}
      <div className={list.sizer} style={{ height }} role="rowgroup">
        {visible.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isActive = index === active;
          const id = `${gridId}-${String(index)}`;
          return children(row, { id, place: index, top: start, height: rowHeight, isActive });
        })}
      </div>
      {below}
    </div>
  );
}
