import type { ReactNode } from 'react';
import { CircleX } from 'lucide-react';
import type { Failure } from '../../../../app/contract/failure';
import type { TableLayout } from '../../../../app/contract/pages/inspection';
import { bytesQuantity, formatCount, formatPercent } from '../../../../app/contract/quantities';
import cells from '../../../parts/grid/cells.module.css';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { GridLine } from '../../../parts/grid/Grid';
import type { LinePlace } from '../../../parts/grid/GridRows';
import hidden from '../../../parts/display/hidden.module.css';
import { TableName } from '../../../features/table-name/TableName';
import { Unknown } from '../../../parts/display/Unknown';
import type { Grading, Told } from '../../../state/pages/figures';
import type { InspectRow } from '../../../state/inspect/rows';
import { text } from '../../../text';
import { GradeMark } from './GradeMark';
import { MiniHistogram } from './MiniHistogram';
import styles from './TableList.module.css';

interface TableGridRowProps {
  readonly line: LinePlace;
  readonly row: InspectRow;
  /** Bytes of the largest table: the scale of the bars. */
  readonly largest: number;
  /** Source of the figures; null before there are any. */
  readonly layout: TableLayout | null;
  readonly failure: Failure | null;
  readonly onOpen: () => void;
}

export function TableGridRow({ line, row, largest, layout, failure, onOpen }: TableGridRowProps) {
  const { figures } = row;
  return (
    <GridLine line={line} className={styles.row} testId={`inspect-row-${row.key}`} onClick={onOpen}>
      <span role="gridcell" className={cells.cut}>
        <TableName schema={row.schema} table={row.table} />
      </span>
      <span role="gridcell" className={classes(cells.figure, styles.size)}>
        <Figure quantity={bytesQuantity(row.bytes)} />
        <SizeBar bytes={row.bytes} free={figures?.freeBytes.value ?? 0} largest={largest} />
      </span>
      <Cell told={figures?.freeBytes ?? null}>{(bytes) => <Figure quantity={bytesQuantity(bytes)} />}</Cell>
      <Cell told={figures?.leafPages ?? null}>{formatCount}</Cell>
      <Cell told={figures?.fillPct ?? null} className={classes(cells.figure, styles.percent)}>
        {perCent}
      </Cell>
      <Cell told={figures?.inOrderPct ?? null} className={classes(cells.figure, styles.percent)}>
        {perCent}
      </Cell>
      <span role="gridcell" className={cells.cut}>
        <Grade told={figures?.grading ?? null} />
      </span>
      <Cell told={figures?.wastedBytes ?? null}>{(bytes) => <Figure quantity={bytesQuantity(bytes)} />}</Cell>
      <Cell told={figures?.histogram ?? null} className={styles.histogram}>
        {(histogram) => <MiniHistogram histogram={histogram} />}
      </Cell>
      <span role="gridcell" className={styles.source}>
        <Origin layout={layout} failure={failure} />
      </span>
    </GridLine>
  );
}

/** The grade with its reason, or the reason for none: in words, for a letter alone explains nothing. */
function Grade({ told }: { readonly told: Told<Grading> | null }) {
  if (told?.value != null) return <GradeMark grading={told.value} />;
  if (told === null || told.reason === '') return <Unknown reason={reasonOf(told)} />;
  return (
    <span className={styles.ungraded} title={reasonOf(told)}>
      {text.inspect.ungraded(told.reason)}
    </span>
  );
}

interface SizeBarProps {
  readonly bytes: number;
  readonly free: number;
  readonly largest: number;
}

/** Size against the largest table, the free part of it pale. The figures stand beside it. */
function SizeBar({ bytes, free, largest }: SizeBarProps) {
  const usedShare = bytes === 0 ? 0 : 1 - Math.min(1, free / bytes);
  return (
    <span className={styles.sizeBar} style={{ width: `${(bytes / largest) * 100}%` }} aria-hidden>
      <span style={{ width: `${usedShare * 100}%` }} />
    </span>
  );
}

function Origin({ layout, failure }: Pick<TableGridRowProps, 'layout' | 'failure'>) {
  if (failure !== null) return <Failed failure={failure} />;
  return layout === null ? <>{text.inspect.notInspected}</> : <Source layout={layout} />;
}

/** The source, and how much of the table it saw where that is not all. */
function Source({ layout }: { readonly layout: TableLayout }) {
  const { tier, coverage, pagesSeen, pagesInAll } = layout;
  const seen =
    pagesSeen === null || pagesInAll === null || pagesSeen >= pagesInAll
      ? null
      : formatPercent(pagesSeen / pagesInAll);
  const name = text.inspect.tierOf(tier);
  return (
    <span title={coverage}>
      {seen === null ? name : text.inspect.partOf(name, seen)}
      <span className={hidden.hidden}>{coverage}</span>
    </span>
  );
}

function Failed({ failure }: { readonly failure: Failure }) {
  return (
    <span className={styles.failed} title={failure.message}>
      <CircleX size={13} aria-hidden />
      {failure.message}
    </span>
  );
}

interface CellProps<T> {
  /** Null where the table was not inspected yet. */
  readonly told: Told<T> | null;
  readonly className?: string | undefined;
  readonly children: (value: T) => ReactNode;
}

function Cell<T>({ told, className = cells.figure, children }: CellProps<T>) {
  return (
    <span role="gridcell" className={className}>
      {told?.value == null ? <Unknown reason={reasonOf(told)} /> : children(told.value)}
    </span>
  );
}

function reasonOf(told: Told<unknown> | null): string {
  if (told === null) return text.inspect.notInspected;
  return text.inspect.unknown(told.reason === '' ? text.inspect.noReason : told.reason);
}

function perCent(value: number) {
  return <Figure quantity={{ value: value.toFixed(1), unit: text.inspect.perCent }} />;
}
