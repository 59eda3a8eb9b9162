import { useState, type ReactNode } from 'react';
import { classes } from '../classes';
import { GridRows } from './GridRows';
import list from './list.module.css';

/** Attributes of a row element; the row adds its content. */
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
  /** Tab index of the row's controls: Tab reaches those of the active row alone. */
  readonly tabIndex: 0 | -1;
}

interface ActiveRowsProps<Line> {
  readonly label: string;
  readonly testId: string;
  /** The row of column heads. */
  readonly heads: ReactNode;
  readonly lines: readonly Line[];
  readonly rowHeight: number;
  /** Action of Space on the active row; absent where there is none. */
  readonly onSpace?: (line: Line) => void;
  /** One row, with {@link rowClass} of its place among its classes. */
  readonly children: (line: Line, place: RowPlace) => ReactNode;
}

/** A grid whose rows hold controls: Tab goes from the grid to those of its active row. */
export function ActiveRows<Line>(props: ActiveRowsProps<Line>) {
  const { label, testId, heads, lines, rowHeight, onSpace, children } = props;
  const [active, setActive] = useState(0);
  return (
    <GridRows
      label={label}
      testId={testId}
      heads={
        <div role="rowgroup" className={list.headGroup}>
          {heads}
        </div>
      }
      rows={lines}
      rowHeight={rowHeight}
      active={active}
      onActive={setActive}
      onKey={(key, line) => {
        if (key !== ' ' || onSpace === undefined) return false;
        onSpace(line);
        return true;
      }}
    >
      {(line, { id, place, top, isActive }) => {
        const attributes: RowAttributes = {
          id,
          role: 'row',
          'aria-rowindex': place + 2,
          'aria-selected': isActive,
          style: { transform: `translateY(${String(top)}px)` },
          onClick: () => {
            setActive(place);
          },
        };
        const rowClass = classes(list.line, isActive && list.active);
        return children(line, { attributes, rowClass, tabIndex: isActive ? 0 : -1 });
      }}
    </GridRows>
  );
}
