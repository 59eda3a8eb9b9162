import { Bar } from '../../parts/Bar';
import { progressOf, type RunModel } from '../../state/run-model';
import { isFinal } from '../../state/runs';
import { text } from '../../text';
import {
  bytesPerSecondQuantity,
  bytesQuantity,
  compactQuantity,
  formatBytes,
  formatBytesPerSecond,
  formatClock,
  formatCompact,
  formatCount,
  formatEta,
  formatPercent,
  type Quantity,
} from '../../../app/contract/quantities';
import { ServerHealthStrips } from './ServerHealthStrips';
import styles from './Totals.module.css';

/** The run in six figures and one bar. */
export function Totals({ run }: { readonly run: RunModel }) {
  const { totals } = run;
  const share = progressOf(run);
  const seconds = Math.max(0.001, run.elapsedMs / 1000);
  return (
    <div className={styles.totals} data-testid="run-totals">
      <Bar label={text.run.progress} share={barShare(run, share)} tone={toneOf(run)} />
      <dl className={styles.figures}>
        <FigureCell
          name={text.run.rows}
          quantity={{ value: formatCount(totals.rows), unit: '' }}
          under={rowsUnder(run)}
          testId="total-rows"
        />
        <FigureCell
          name={text.run.data}
          quantity={bytesQuantity(totals.bytes)}
          under={storedUnder(run)}
          testId="total-bytes"
        />
        <FigureCell
          name={text.run.byteRate}
          quantity={bytesPerSecondQuantity(isFinal(run) ? totals.bytes / seconds : totals.bytesPerSecond)}
          under={text.run.peak(formatBytesPerSecond(run.peakBytesPerSecond))}
          testId="total-byte-rate"
        />
        <FigureCell
          name={text.run.rowRate}
          quantity={compactQuantity(isFinal(run) ? totals.rows / seconds : totals.rowsPerSecond)}
          under={text.run.average(formatCompact(totals.rows / seconds))}
          testId="total-row-rate"
        />
        <FigureCell
          name={text.run.tables}
          quantity={{ value: formatCount(totals.tablesDone), unit: '' }}
          under={totals.tablesTotal === 0 ? '' : text.run.ofTables(formatCount(totals.tablesTotal))}
          testId="total-tables"
        />
        <FigureCell
          name={text.run.elapsed}
          quantity={{ value: formatClock(run.elapsedMs), unit: '' }}
          under={etaText(run, share)}
          testId="total-elapsed"
          underTestId="total-eta"
        />
        {totals.retries > 0 && (
          <FigureCell
            name={text.result.retries}
            quantity={{ value: formatCount(totals.retries), unit: '' }}
            under={text.result.retriesExplain}
            testId="total-retries"
          />
        )}
        {run.undoHistory !== null && (
          <FigureCell
            name={text.run.undoHistory}
            quantity={{ value: formatCount(run.undoHistory.historyLength), unit: '' }}
            under={text.run.oldestSnapshot(formatClock(run.undoHistory.oldestSnapshotMs))}
            testId="total-undo-history"
          />
        )}
      </dl>
      <ServerHealthStrips run={run} />
    </div>
  );
}

interface FigureCellProps {
  readonly name: string;
  readonly quantity: Quantity;
  readonly under: string;
  readonly testId: string;
  readonly underTestId?: string;
}

function FigureCell({ name, quantity, under, testId, underTestId }: FigureCellProps) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value} data-testid={testId}>
        {quantity.value}
        {quantity.unit !== '' && <span className={styles.unit}>{quantity.unit}</span>}
      </dd>
      <dd className={styles.under} data-testid={underTestId}>
        {under}
      </dd>
    </div>
  );
}

function rowsUnder(run: RunModel): string {
  const { rowsExpected } = run.totals;
  if (rowsExpected === null) return '';
  const rows = formatCount(rowsExpected);
  return run.header.kind === 'dump' ? text.run.ofAboutRows(rows) : text.run.ofRows(rows);
}

/** A migration writes no files. */
function storedUnder({ header, totals }: RunModel): string {
  return header.kind === 'migrate' ? '' : text.run.stored(formatBytes(totals.storedBytes));
}

function etaText(run: RunModel, share: number | null): string {
  if (isFinal(run)) return text.run.states[run.state];
  const done = share === null ? '' : formatPercent(share);
  // As long as nobody lets it go on, it has no end.
  if (run.state === 'paused') return text.run.etaPaused(done);
  if (run.totals.etaMs === null) return text.run.etaWith(done, null);
  return text.run.etaWith(done, formatEta(run.totals.etaMs));
}

function barShare(run: RunModel, share: number | null): number | null {
  return isFinal(run) ? (share ?? 0) : share;
}

function toneOf(run: RunModel): 'plain' | 'ok' | 'warning' | 'failed' {
  if (run.state === 'done') return 'ok';
  if (run.state === 'failed') return 'failed';
  if (run.state === 'running') return 'plain';
  return 'warning';
}
