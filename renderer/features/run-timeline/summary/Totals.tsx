import { Bar } from '../../../parts/display/Bar';
import { remainingOf, rowsExpectedOf, rowsSentOf, type RunTotals } from '../../../../app/contract/runs/run';
import { progressOf, type RunModel } from '../../../state/runs/run-model';
import { isFinal } from '../../../state/runs/runs';
import { text } from '../../../text';
import {
  bytesPerSecondQuantity,
  bytesQuantity,
  compactQuantity,
  formatBytes,
  formatBytesPerSecond,
  formatClock,
  formatCompact,
  formatCount,
  formatDuration,
  formatEta,
  formatPercent,
  type Quantity,
} from '../../../../app/contract/quantities';
import { ServerHealthStrips } from './ServerHealthStrips';
import styles from './Totals.module.css';

const SHORT_RUN_MS = 10_000;

/** The run in six figures and one bar. */
export function Totals({ run }: { readonly run: RunModel }) {
  const { totals } = run;
  const share = progressOf(run);
  const seconds = secondsOf(run);
  return (
    <div className={styles.totals} data-testid="run-totals">
      <Bar label={text.run.passes[totals.pass].progress} share={barShare(run, share)} tone={toneOf(run)} />
      <dl className={styles.figures}>
        <FigureCell
          name={text.run.passes[totals.pass].rows}
          quantity={{ value: formatCount(rowsSentOf(totals)), unit: '' }}
          under={rowsUnder(run)}
          testId="total-rows"
          underTestId="total-rows-under"
        />
        <FigureCell
          name={text.run.passes[totals.pass].data}
          quantity={bytesQuantity(totals.bytes)}
          under={storedUnder(run)}
          testId="total-bytes"
        />
        <FigureCell
          name={isFinal(run) ? text.run.averageByteRate : text.run.byteRate}
          quantity={bytesPerSecondQuantity(isFinal(run) ? ownBytes(run) / seconds : totals.bytesPerSecond)}
          under={peakUnder(run)}
          testId="total-byte-rate"
        />
        <FigureCell
          name={isFinal(run) ? text.run.averageRowRate : text.run.rowRate}
          quantity={compactQuantity(isFinal(run) ? totals.rows / seconds : totals.rowsPerSecond)}
          under={isFinal(run) ? '' : text.run.average(formatCompact(totals.rows / seconds))}
          testId="total-row-rate"
        />
        <FigureCell
          name={text.run.tables}
          quantity={{ value: formatCount(totals.tablesDone), unit: '' }}
          under={tablesUnder(run)}
          testId="total-tables"
        />
        <FigureCell
          name={text.run.elapsed}
          quantity={{ value: elapsedText(run), unit: '' }}
          under={etaText(run, share)}
          testId="total-elapsed"
          underTestId="total-eta"
        />
        {totals.retries > 0 && (
          <FigureCell
            name={text.run.retries}
            quantity={{ value: formatCount(totals.retries), unit: '' }}
            under={text.run.retriesExplain}
            testId="total-retries"
          />
        )}
        {run.historyList !== null && (
          <FigureCell
            name={text.run.historyList}
            quantity={{
              value: formatCount(run.historyList.length),
              unit: text.run.undoRecords(run.historyList.length),
            }}
            under={text.run.oldestSnapshot(formatClock(run.historyList.oldestSnapshotMs))}
            testId="total-history-list"
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
  const rowsExpected = rowsExpectedOf(run.totals);
  const uncommitted = uncommittedOf(run.totals);
  // The statistics' estimate is of no use once the rows are counted.
  if (rowsExpected === null || isDone(run)) return uncommitted ?? '';
  const rows = formatCount(rowsExpected);
  if (run.header.kind === 'dump') return text.run.ofAboutRows(rows);
  return text.run.ofRows(rows, uncommitted);
}

function uncommittedOf(totals: RunTotals): string | null {
  if (totals.pass !== 'moving' || totals.rowsUncommitted === 0) return null;
  return text.run.uncommitted(formatCompact(totals.rowsUncommitted));
}

function tablesUnder({ totals: { tablesTotal, pass } }: RunModel): string {
  if (tablesTotal === 0) return '';
  const total = formatCount(tablesTotal);
  return pass === 'counting' ? text.run.ofTablesSoFar(total) : text.run.ofTables(total);
}

/** Raises the sampled peak of a short run to its average. */
function peakUnder(run: RunModel): string {
  const average = ownBytes(run) / secondsOf(run);
  return text.run.peak(formatBytesPerSecond(Math.max(run.peakBytesPerSecond, average)));
}

/** A resumed run begins with the bytes of the earlier one: once it has ended, it tells its own. */
function ownBytes({ totals, result }: RunModel): number {
  return result?.movedBytes ?? totals.bytes;
}

function secondsOf({ elapsedMs }: RunModel): number {
  return Math.max(0.001, elapsedMs / 1000);
}

/** Seconds tick while it runs; a run of less than a few has a length to the tenth. */
function elapsedText(run: RunModel): string {
  const isShort = run.elapsedMs < SHORT_RUN_MS;
  return isFinal(run) && isShort ? formatDuration(run.elapsedMs) : formatClock(run.elapsedMs);
}

function isDone({ state }: RunModel): boolean {
  return state === 'done' || state === 'done-with-warnings';
}

/** A migration writes no files; those of a dump that failed are gone. */
function storedUnder({ header, totals }: RunModel): string {
  return header.kind === 'migrate' || totals.storedBytes === 0
    ? ''
    : text.run.stored(formatBytes(totals.storedBytes));
}

function etaText(run: RunModel, share: number | null): string {
  if (isFinal(run)) return text.run.states[run.state];
  const done = share === null ? '' : doneText(run, formatPercent(share));
  // As long as nobody lets it go on, it has no end.
  if (run.state === 'paused') return text.run.etaPaused(done);
  if (run.stage === 'waiting') return text.run.etaWaiting(run.totals.tablesTotal - run.totals.tablesDone);
  if (run.totals.pass === 'counting') return text.run.counting;
  const remaining = remainingOf(run.totals);
  return text.run.etaWith(done, remaining === null ? null : formatEta(remaining));
}

/** All rows are there when they are compared: that they begin again at 0 % is said. */
function doneText({ totals }: RunModel, percent: string): string {
  return text.run.passes[totals.pass].done(percent);
}

function barShare(run: RunModel, share: number | null): number | null {
  // A bar that moves says that something is done.
  return isFinal(run) || run.state === 'paused' ? (share ?? 0) : share;
}

function toneOf(run: RunModel): 'plain' | 'ok' | 'warning' | 'failed' {
  if (run.state === 'done') return 'ok';
  if (run.state === 'failed') return 'failed';
  if (run.state === 'running') return 'plain';
  return 'warning';
}
