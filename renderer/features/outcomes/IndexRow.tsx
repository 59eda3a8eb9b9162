import { Fragment, type ReactNode } from 'react';
import type { ComparedFigure, IndexComparison } from '../../../app/contract/pages/inspection';
import { bytesQuantity, formatBytes, formatCount } from '../../../app/contract/quantities';
import { Figure } from '../../parts/display/Figure';
import { Unknown } from '../../parts/display/Unknown';
import { inOrderPct, reasonFor } from '../../state/pages/figures';
import { isUnchanged } from '../../state/pages/outcome';
import { text } from '../../text';
import { hasBefore, type BeforeColumns } from './before-columns';
import styles from './Outcomes.module.css';

/** A figure's column: its label, and its values as plain text and as a cell. */
interface FigureColumn {
  readonly figure: ComparedFigure;
  readonly label: string;
  readonly write: (value: number) => string;
  readonly cell: (value: number) => ReactNode;
}

/** In the order of the columns. */
export const figureColumns: readonly FigureColumn[] = [
  { figure: 'fillPct', label: text.result.outcomeFull, write: percent, cell: percent },
  { figure: 'outOfOrderPct', label: text.result.outcomeOrder, write: inOrder, cell: inOrder },
  { figure: 'leafPages', label: text.result.outcomeLeaves, write: formatCount, cell: formatCount },
  {
    figure: 'wastedBytes',
    label: text.result.outcomeWasted,
    write: formatBytes,
    cell: (value) => <Figure quantity={bytesQuantity(value)} />,
  },
];

interface IndexRowProps {
  readonly index: IndexComparison;
  readonly columns: BeforeColumns;
}

/** One index after the load, with its state before where that differs. */
export function IndexRow({ index, columns }: IndexRowProps) {
  return (
    <tr>
      <th scope="row">{labelOf(index)}</th>
      {figureColumns.map((column) => (
        <Fragment key={column.figure}>
          <Now index={index} column={column} />
          {hasBefore(columns, column.figure) && <Before index={index} column={column} />}
        </Fragment>
      ))}
      {columns.kind === 'unchanged' && (
        <td className={styles.before}>{index.before !== null && text.result.outcomeUnchanged}</td>
      )}
    </tr>
  );
}

function labelOf({ name, partition, after, before }: IndexComparison): string {
  const own = name ?? text.inspect.indexNumber(String(after?.indexId ?? before?.indexId ?? ''));
  return partition === undefined ? own : text.inspect.inPartition(own, partition);
}

interface CellProps {
  readonly index: IndexComparison;
  readonly column: FigureColumn;
}

function Now({ index: { after }, column: { figure, cell } }: CellProps) {
  const value = after?.[figure] ?? null;
  if (value !== null) return <td>{cell(value)}</td>;
  const reason = (after === null ? null : reasonFor(after, figure)) ?? text.result.outcomeNoReason;
  return (
    <td>
      <Unknown reason={text.result.outcomeUnknown(reason)} />
    </td>
  );
}

/** Nothing stands where the table was not there before, or has an index that it had not. */
function Before({ index, column }: CellProps) {
  const value = index.before?.[column.figure] ?? null;
  if (isUnchanged(index, column) === true) {
    return <td className={styles.before}>{text.result.outcomeUnchanged}</td>;
  }
  return <td className={styles.before}>{value !== null && column.cell(value)}</td>;
}

function percent(value: number): string {
  return text.result.percent(value.toFixed(1));
}

function inOrder(outOfOrder: number): string {
  return percent(inOrderPct(outOfOrder));
}
