import { rowsExpectedOf, rowsSentOf, type RunUpdate } from '../../contract/runs/run';
import { FINAL_STATES } from '../../contract/runs/state';

/** Activity of all runs together, for the desktop. */
export interface Activity {
  readonly running: number;
  /** Rows moved of rows expected, over all running runs, from 0 to 1; null where nothing is known to expect. */
  readonly fraction: number | null;
}

interface RunShare {
  readonly rows: number;
  readonly rowsExpected: number | null;
}

/** Sums the running runs up from their updates. */
export class ActivityMeter {
  readonly #running = new Map<string, RunShare>();

  /** Takes an update in and returns what is true after it. */
  note({ runId, state, totals }: Pick<RunUpdate, 'runId' | 'state' | 'totals'>): Activity {
    if (FINAL_STATES.has(state)) this.#running.delete(runId);
    else
      this.#running.set(runId, {
        rows: rowsSentOf(totals),
        rowsExpected: rowsExpectedOf(totals),
      });
    return this.activity;
  }

  get activity(): Activity {
    const shares = [...this.#running.values()];
    return { running: shares.length, fraction: fractionOf(shares) };
  }
}

function fractionOf(shares: readonly RunShare[]): number | null {
  const expected = shares.reduce((sum, { rowsExpected }) => sum + (rowsExpected ?? 0), 0);
  if (expected === 0 || shares.some(({ rowsExpected }) => rowsExpected === null)) return null;
  // The expected rows of a dump are an estimate and may be surpassed.
  return Math.min(1, shares.reduce((sum, { rows }) => sum + rows, 0) / expected);
}
