import type { ReactNode } from 'react';
import {
  inOrderPct,
  type ComparedFigure,
  type IndexComparison,
} from '../../../app/contract/pages/inspection';
import { bytesQuantity, formatBytes, formatCount } from '../../../app/contract/quantities';
import { Figure } from '../../parts/display/Figure';
import { Unknown } from '../../parts/display/Unknown';
import { reasonFor } from '../../state/pages/figures';
import { isUnchanged } from '../../state/pages/outcome';
import { text } from '../../text';
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
  /** True if the table tells the state before. */
  readonly withBefore: boolean;
}

/** One index after the load; a figure that was another one before says so beside it. */
export function IndexRow({ index, withBefore }: IndexRowProps) {
  return (
    <tr>
      <th scope="row">{labelOf(index)}</th>
      {figureColumns.map((column) => (
        <FigureCell key={column.figure} index={index} column={column} />
      ))}
      {withBefore && <td className={styles.before}>{index.before !== null && changeWords(index)}</td>}
    </tr>
  );
}

function changeWords(index: IndexComparison): string {
  const isChanged = figureColumns.some((column) => isUnchanged(index, column) === false);
  return isChanged ? text.result.outcomeChanged : text.result.outcomeUnchanged;
}

function labelOf({ name, partition, after, before }: IndexComparison): string {
  const own = name ?? text.inspect.indexNumber(String(after?.indexId ?? before?.indexId ?? ''));
  return partition === undefined ? own : text.inspect.inPartition(own, partition);
}

interface CellProps {
  readonly index: IndexComparison;
  readonly column: FigureColumn;
}

function FigureCell({ index, column }: CellProps) {
  const { figure, cell, write } = column;
  const { before, after } = index;
  const value = after?.[figure] ?? null;
  const was = before?.[figure] ?? null;
  if (value !== null) {
    return (
      <td>
        {was !== null && isUnchanged(index, column) === false && (
          <span className={styles.was}>{text.result.outcomeWas(write(was))}</span>
        )}
        {cell(value)}
      </td>
    );
  }
  const reason = (after === null ? null : reasonFor(after, figure)) ?? text.result.outcomeNoReason;
  return (
    <td>
      <Unknown reason={text.result.outcomeUnknown(reason)} />
    </td>
  );
}

function percent(value: number): string {
  return text.result.percent(value.toFixed(1));
}

function inOrder(outOfOrder: number): string {
  return percent(inOrderPct(outOfOrder));
}
