import { bytesQuantity, formatCount } from '../../../../app/contract/quantities';
import cells from '../../../parts/grid/cells.module.css';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { FootLine } from '../../../parts/grid/Grid';
import type { Totals } from '../../../state/inspect/rows';
import { text } from '../../../text';
import styles from './TableList.module.css';

/** Sums of the tables in the list; only inspected ones have a part in what an inspection tells. */
export function TotalsRow({ totals }: { readonly totals: Totals }) {
  const { tables, inspected, bytes, freeBytes, leafPages, fillPct, wastedBytes } = totals;
  return (
    <FootLine className={styles.row} testId="inspect-totals" rowIndex={tables + 2}>
      <span role="gridcell" className={cells.cut}>
        {text.inspect.totals(tables, inspected > 0 && inspected < tables ? formatCount(inspected) : null)}
      </span>
      <span role="gridcell" className={cells.figure}>
        <Figure quantity={bytesQuantity(bytes)} />
      </span>
      <Sum bytes={freeBytes} />
      <span role="gridcell" className={cells.figure}>
        {leafPages !== null && formatCount(leafPages)}
      </span>
      <span role="gridcell" className={classes(cells.figure, styles.percent)}>
        {fillPct !== null && <Figure quantity={{ value: fillPct.toFixed(1), unit: text.inspect.perCent }} />}
      </span>
      <span role="gridcell" />
      <span role="gridcell" />
      <Sum bytes={wastedBytes} />
      <span role="gridcell" />
      <span role="gridcell" />
    </FootLine>
  );
}

function Sum({ bytes }: { readonly bytes: number | null }) {
  return (
    <span role="gridcell" className={cells.figure}>
      {bytes !== null && <Figure quantity={bytesQuantity(bytes)} />}
    </span>
  );
}
