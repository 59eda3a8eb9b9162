import { useState } from 'react';
import type { PlannedMove } from '../../../app/contract/migrate';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import { Figure } from '../../parts/Figure';
import { Grid, GridLine, type GridColumn } from '../../parts/Grid';
import { text } from '../../text';
import styles from './Migrate.module.css';

const columns: readonly GridColumn<'order'>[] = [
  { label: text.migrate.columnFrom, sort: null },
  { label: text.migrate.columnTo, sort: null },
  { label: text.migrate.columnRows, sort: null, isFigure: true },
  { label: text.migrate.columnData, sort: null, isFigure: true },
  { label: text.migrate.columnLanes, sort: null },
];

/** The tables of a plan in the order in which the lanes take them. */
export function Moves({ tables }: { readonly tables: readonly PlannedMove[] }) {
  const [active, setActive] = useState(0);
  const place = Math.max(0, Math.min(active, tables.length - 1));
  return (
    <Grid
      label={text.migrate.moves}
      testId="migrate-moves"
      sortTestId="migrate-moves-sort"
      columns={columns}
      rowClass={styles.moveRow}
      figureClass={styles.number}
      sorting={{ key: 'order', descending: false }}
      onSort={() => undefined}
      rows={tables}
      active={place}
      onActive={setActive}
      onOpen={() => undefined}
      none={text.migrate.noTables}
    >
      {({ from, to, rows, bytes, shared }, line) => (
        <GridLine
          key={from}
          line={line}
          className={styles.moveRow}
          testId={`move-${from}`}
          onClick={() => {
            setActive(line.place);
          }}
        >
          <span role="gridcell" className={styles.cut} title={from}>
            {from}
          </span>
          <span role="gridcell" className={styles.cut} title={to}>
            {to}
          </span>
          <span role="gridcell" className={styles.number}>
            {formatCount(rows)}
          </span>
          <span role="gridcell" className={styles.number}>
            <Figure quantity={bytesQuantity(bytes)} />
          </span>
          <span role="gridcell">{shared ? text.migrate.shared : text.migrate.stream}</span>
        </GridLine>
      )}
    </Grid>
  );
}
