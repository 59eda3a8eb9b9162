import type { ReactNode } from 'react';
import { inOrderPct, type IndexLayout } from '../../../../app/contract/pages/inspection';
import { bytesQuantity, formatBytes, formatCount } from '../../../../app/contract/quantities';
import { Unknown } from '../../../parts/display/Unknown';
import { reasonFor } from '../../../state/pages/figures';
import { text } from '../../../text';
import styles from './TableView.module.css';

interface HeadlineProps {
  readonly index: IndexLayout;
  readonly before: IndexLayout | null;
}

/** Headline figures: fill and order in large type, then the figures behind them. */
export function Headline({ index, before }: HeadlineProps) {
  const inOrder = inOrderPct(index.outOfOrderPct);
  const wasInOrder = inOrderPct(before?.outOfOrderPct ?? null);
  const runLength =
    index.runs === null || index.leafPages === null ? null : index.leafPages / Math.max(1, index.runs);
  const wasted = index.wastedBytes === null ? null : bytesQuantity(index.wastedBytes);
  const wastedShare = shareOfLeaves(index);
  return (
    <dl className={styles.headline} aria-label={text.inspect.headline} data-testid="inspect-headline">
      <Cell
        name={text.inspect.full}
        isMain
        unknown={unknownOf(index, 'fillPct')}
        value={index.fillPct?.toFixed(1)}
        unit={text.inspect.perCent}
        under={
          index.fillP10Pct !== null && index.belowHalfPct !== null
            ? text.inspect.underFull(index.fillP10Pct.toFixed(1), index.belowHalfPct.toFixed(1))
            : null
        }
        change={changeOf(index.fillPct, before?.fillPct ?? null, pointsOf, percentOf)}
      />
      <Cell
        name={text.inspect.inOrder}
        isMain
        unknown={unknownOf(index, 'outOfOrderPct')}
        value={inOrder?.toFixed(1)}
        unit={text.inspect.perCent}
        under={index.backwardPct === null ? null : text.inspect.underOrder(index.backwardPct.toFixed(1))}
        change={changeOf(inOrder, wasInOrder, pointsOf, percentOf)}
      />
      <Cell
        name={text.inspect.leafPages}
        unknown={unknownOf(index, 'leafPages')}
        value={index.leafPages === null ? undefined : formatCount(index.leafPages)}
        change={changeOf(index.leafPages, before?.leafPages ?? null, formatCount)}
      />
      <Cell
        name={text.inspect.runs}
        unknown={unknownOf(index, 'runs')}
        value={index.runs === null ? undefined : formatCount(index.runs)}
        under={runLength === null ? null : text.inspect.underRuns(formatCount(runLength))}
        change={changeOf(index.runs, before?.runs ?? null, formatCount)}
      />
      <Cell
        name={text.inspect.visits}
        unknown={unknownOf(index, 'extentVisits')}
        value={index.extentVisits === null ? undefined : formatCount(index.extentVisits)}
        under={index.extents === null ? null : text.inspect.underVisits(formatCount(index.extents))}
        change={changeOf(index.extentVisits, before?.extentVisits ?? null, formatCount)}
      />
      <Cell
        name={text.inspect.reclaimable}
        unknown={unknownOf(index, 'wastedBytes')}
        value={wasted?.value}
        unit={wasted?.unit ?? ''}
        under={wastedShare === null ? null : text.inspect.underReclaimable(wastedShare)}
        change={changeOf(index.wastedBytes, before?.wastedBytes ?? null, formatBytes)}
      />
    </dl>
  );
}

interface CellProps {
  readonly name: string;
  readonly isMain?: boolean;
  /** Reason that there is no value. */
  readonly unknown: string;
  readonly value: string | undefined;
  readonly unit?: string;
  readonly under?: string | null;
  readonly change: string | null;
}

function Cell({ name, isMain = false, unknown, value, unit, under = null, change }: CellProps): ReactNode {
  return (
    <div className={isMain ? styles.main : undefined}>
      <dt>{name}</dt>
      <dd>
        {value ?? <Unknown reason={unknown} />}
        {value !== undefined && unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </dd>
      {value === undefined && isMain && <dd className={styles.under}>{unknown}</dd>}
      {under !== null && <dd className={styles.under}>{under}</dd>}
      {change !== null && <dd className={styles.under}>{change}</dd>}
    </div>
  );
}

function unknownOf(index: IndexLayout, figure: string): string {
  return text.inspect.unknown(reasonFor(index, figure) ?? text.inspect.noReason);
}

const percentOf = (value: number): string => text.inspect.percent(tenths(value));
/** The step from one share to another. */
const pointsOf = (value: number): string => text.inspect.points(tenths(value));

/** The value before and the step from it, with a sign; null where there is nothing to compare. */
function changeOf(
  after: number | null,
  before: number | null,
  format: (value: number) => string,
  formatBefore = format,
): string | null {
  if (after === null || before === null) return null;
  const step = format(Math.abs(after - before));
  if (step === format(0)) return text.inspect.same(formatBefore(before));
  return text.inspect.change(formatBefore(before), after > before ? '+' : '−', step);
}

function tenths(value: number): string {
  return value.toFixed(1);
}

/** Reclaimable share of the index, in per cent of its pages. */
function shareOfLeaves({ wastedBytes, dataBytes }: IndexLayout): string | null {
  if (wastedBytes === null || dataBytes === null) return null;
  const dense = (dataBytes / 15) * 16;
  return ((wastedBytes / Math.max(1, wastedBytes + dense)) * 100).toFixed(1);
}
