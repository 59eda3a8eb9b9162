import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes';
import list from './list.module.css';
import { rowOfKey } from './row-key';
import { HEAD_HEIGHT, useRows } from './use-rows';

/** What makes an element one of the rows; the row adds what it shows. */
interface RowAttributes {
  readonly id: string;
  readonly role: 'row';
  readonly 'aria-rowindex': number;
  readonly 'aria-selected': boolean;
  readonly style: { readonly transform: string };
  readonly onClick: () => void;
}

export interface RowPlace {
  readonly attributes: RowAttributes;
  /** Places it in its grid, and marks it while it is the active one. */
  readonly rowClass: string;
  /** Of the controls in it: Tab goes through those of the active row alone. */
  readonly tabIndex: 0 | -1;
}

interface ActiveRowsProps<Line> {
  readonly label: string;
  readonly testId: string;
  /** The row of column heads. */
  readonly heads: ReactNode;
  readonly lines: readonly Line[];
  readonly rowHeight: number;
  /** What Space does to the active row; absent where it does nothing. */
  readonly onSpace?: (line: Line) => void;
  /** One row, with {@link rowClass} of its place among its classes. */
  readonly children: (line: Line, place: RowPlace) => ReactNode;
}

/**
 * A grid whose rows hold controls. It has the focus itself and names the active row, which the arrow keys move: only the
 * rows in view exist.
 */
export function ActiveRows<Line>(props: ActiveRowsProps<Line>) {
  const { label, testId, heads, lines, rowHeight, onSpace, children } = props;
  const [active, setActive] = useState(0);
  const gridId = useId();
  const { scroller, visible, height, reveal } = useRows(lines.length, rowHeight, HEAD_HEIGHT);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const row = rowOfKey(event.key, active, lines.length);
    const line = lines[active];
    if (row !== null) {
      setActive(row);
      reveal(row);
    } else if (event.key === ' ' && line !== undefined && onSpace !== undefined) {
      onSpace(line);
    } else {
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
      aria-rowcount={lines.length + 1}
      aria-activedescendant={isActiveThere ? `${gridId}-${String(active)}` : undefined}
      tabIndex={0}
      data-testid={testId}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={list.headGroup}>
        {heads}
      </div>
      <div className={list.sizer} style={{ height }} role="rowgroup">
        {visible.map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const attributes: RowAttributes = {
            id: `${gridId}-${String(index)}`,
            role: 'row',
            'aria-rowindex': index + 2,
            'aria-selected': index === active,
            style: { transform: `translateY(${String(start)}px)` },
            onClick: () => {
              setActive(index);
            },
          };
          const isActive = index === active;
          const rowClass = classes(list.line, isActive && list.active);
          return children(line, { attributes, rowClass, tabIndex: isActive ? 0 : -1 });
        })}
      </div>
    </div>
  );
}
