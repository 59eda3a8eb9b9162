import { useId, useState, type KeyboardEvent } from 'react';
import { classes } from '../../parts/classes';
import { rowOfKey } from '../../parts/row-key';
import { SortHead } from '../../parts/SortHead';
import { useRows } from '../../parts/use-rows';
import { keyOf, useInspect } from '../../state/inspect';
import { nextSorting, type InspectRow, type SortKey, type Sorting } from '../../state/inspect-rows';
import { showSubject } from '../../state/navigation';
import { text } from '../../text';
import { TableGridRow } from './TableGridRow';
import styles from './TableList.module.css';

const ROW_HEIGHT = 28;

interface Column {
  readonly label: string;
  /** Null where it can't be sorted by. */
  readonly sort: SortKey | null;
  readonly tip?: string;
  readonly isText?: boolean;
}

const columns: readonly Column[] = [
  { label: text.inspect.columnName, sort: 'name', isText: true },
  { label: text.inspect.columnBytes, sort: 'bytes', tip: text.inspect.bytesTip },
  { label: text.inspect.columnLeafPages, sort: 'leafPages' },
  { label: text.inspect.columnFill, sort: 'fillPct', tip: text.inspect.fillTip },
  { label: text.inspect.columnOrder, sort: 'outOfOrderPct', tip: text.inspect.orderTip },
  { label: text.inspect.columnGrade, sort: 'grade', tip: text.inspect.gradeTip },
  { label: text.inspect.columnWasted, sort: 'wastedBytes', tip: text.inspect.wastedTip },
  { label: text.inspect.columnHistogram, sort: null, isText: true },
  { label: text.inspect.columnSource, sort: null, isText: true },
];

interface TableGridProps {
  readonly profileId: string;
  readonly rows: readonly InspectRow[];
  readonly sorting: Sorting;
  readonly onSorting: (sorting: Sorting) => void;
  readonly none: string;
}

/** The tables as a grid that has the focus itself and names the active row: only the rows in view exist. */
export function TableGrid({ profileId, rows, sorting, onSorting, none }: TableGridProps) {
  const [active, setActive] = useState(0);
  const gridId = useId();
  const { scroller, visible, height: rowsHeight, reveal } = useRows(rows.length, ROW_HEIGHT);
  const inspected = useInspect((state) => state.inspected);
  const failures = useInspect((state) => state.failures);
  const place = Math.min(active, rows.length - 1);
  const open = ({ schema, table }: InspectRow): void => {
    showSubject({ kind: 'table', profileId, schema, table });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const row = rows[place];
    const target = rowOfKey(event.key, place, rows.length);
    if (target !== null) {
      setActive(target);
      reveal(target);
    } else if (event.key === 'Enter' && row !== undefined) {
      open(row);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <div
      className={styles.scroller}
      ref={scroller}
      role="grid"
      aria-label={text.inspect.list}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={place >= 0 ? `${gridId}-${place}` : undefined}
      tabIndex={0}
      data-testid="inspect-list"
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.headGroup}>
        <div role="row" className={classes(styles.row, styles.head)}>
          {columns.map((column) => (
            <Head key={column.label} column={column} sorting={sorting} onSorting={onSorting} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.sizer} style={{ height: rowsHeight }}>
        {visible.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const key = keyOf(profileId, row);
          return (
            <TableGridRow
              key={row.key}
              id={`${gridId}-${item.index}`}
              place={item.index}
              top={item.start}
              row={row}
              layout={inspected.get(key)?.tables[0] ?? null}
              failure={failures.get(key) ?? null}
              isActive={item.index === place}
              onOpen={() => {
                setActive(item.index);
                open(row);
              }}
            />
          );
        })}
      </div>
      {rows.length === 0 && <p className={styles.none}>{none}</p>}
    </div>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sorting: Sorting;
  readonly onSorting: (sorting: Sorting) => void;
}

function Head({ column: { label, sort, tip, isText }, sorting, onSorting }: HeadProps) {
  const className = isText === true ? undefined : styles.number;
  if (sort === null) {
    return (
      <span role="columnheader" className={className}>
        {label}
      </span>
    );
  }
  return (
    <SortHead
      label={label}
      className={className}
      tip={tip}
      sorted={sorting.key !== sort ? null : sorting.descending ? 'descending' : 'ascending'}
      testId={`inspect-sort-${sort}`}
      onSort={() => {
        onSorting(nextSorting(sorting, sort));
      }}
    />
  );
}
