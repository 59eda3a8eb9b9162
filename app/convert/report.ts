import type { Failure } from '../contract/failure';
import type { JobHooks } from '../engine/job';
import type { RowsWritten } from './mydumper/folder';

/** Reports of a conversion to whoever shows it. */
export interface ConvertHooks extends JobHooks {
  /** The dump is open: its tables and rows, as far as they are recorded. */
  opened(dump: { readonly tables: number; readonly rows: number | null }): void;
}

/** A dump that was written in another format. */
export interface WrittenOutput {
  readonly tables: number;
  readonly rows: number;
  /** Bytes that were written. */
  readonly storedBytes: number;
  /** Parts of the dump that the output does not hold, in sentences. */
  readonly notices: readonly string[];
  readonly warnings: readonly Failure[];
}

export interface ConvertReport extends WrittenOutput {
  readonly seconds: number;
  readonly threads: number;
  readonly memoryPeakBytes: number;
}

/** Rows of a dump that were written, with what that took. */
export interface RowsOfOutput extends Pick<ConvertReport, 'rows' | 'storedBytes' | 'memoryPeakBytes'> {
  readonly rowsOf: RowsWritten;
}
