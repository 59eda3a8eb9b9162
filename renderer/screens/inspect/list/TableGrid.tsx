import { useMemo, useState } from 'react';
import { Grid, type GridColumn } from '../../../parts/grid/Grid';
import { keyOf, useInspect } from '../../../state/pages/inspect';
import {
  nextSorting,
  totalsOf,
  type InspectRow,
  type SortKey,
  type Sorting,
} from '../../../state/inspect/rows';
import { showSubject } from '../../../state/app/navigation';
import { text } from '../../../text';
import { TableGridRow } from './TableGridRow';
import { TotalsRow } from './TotalsRow';
import styles from './TableList.module.css';

const columns: readonly GridColumn<SortKey>[] = [
  { label: text.inspect.columnName, sort: 'name' },
  { label: text.inspect.columnBytes, sort: 'bytes', tip: text.inspect.bytesTip, isFigure: true },
  { label: text.inspect.columnFree, sort: 'freeBytes', tip: text.inspect.freeTip, isFigure: true },
  { label: text.inspect.columnLeafPages, sort: 'leafPages', isFigure: true },
  { label: text.inspect.columnFill, sort: 'fillPct', tip: text.inspect.fillTip, isFigure: true },
  { label: text.inspect.columnOrder, sort: 'inOrderPct', tip: text.inspect.orderTip, isFigure: true },
  { label: text.inspect.columnGrade, sort: 'grade', tip: text.inspect.gradeTip },
  { label: text.inspect.columnWasted, sort: 'wastedBytes', tip: text.inspect.wastedTip, isFigure: true },
  { label: text.inspect.columnHistogram, sort: null },
  { label: text.inspect.columnSource, sort: null },
];

interface TableGridProps {
  readonly profileId: string;
  readonly rows: readonly InspectRow[];
  readonly sorting: Sorting;
  readonly onSorting: (sorting: Sorting) => void;
  readonly none: string;
}

/** The tables with what is known of each. */
export function TableGrid({ profileId, rows, sorting, onSorting, none }: TableGridProps) {
  const [active, setActive] = useState(0);
  const inspected = useInspect((state) => state.inspected);
  const failures = useInspect((state) => state.failures);
  const largest = useMemo(() => rows.reduce((most, { bytes }) => Math.max(most, bytes), 1), [rows]);
  const totals = useMemo(() => totalsOf(rows), [rows]);
  const open = ({ schema, table }: InspectRow): void => {
    showSubject({ kind: 'table', profileId, schema, table });
  };
  return (
    <Grid
      label={text.inspect.list}
      testId="inspect-list"
      sortTestId="inspect-sort"
      columns={columns}
      rowClass={styles.row}
      sorting={sorting}
      onSort={(key) => {
        onSorting(nextSorting(sorting, key));
      }}
      rows={rows}
      active={Math.min(active, rows.length - 1)}
      onActive={setActive}
      onOpen={open}
      none={none}
      foot={rows.length === 0 ? undefined : <TotalsRow totals={totals} />}
    >
      {(row, line) => {
        const key = keyOf(profileId, row);
        return (
          <TableGridRow
            key={row.key}
            line={line}
            row={row}
            largest={largest}
            layout={inspected.get(key)?.tables[0] ?? null}
            failure={failures.get(key) ?? null}
            onOpen={() => {
              setActive(line.place);
              open(row);
            }}
          />
        );
      }}
    </Grid>
  );
}
