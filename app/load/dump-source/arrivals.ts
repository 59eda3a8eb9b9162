import type { SluiceError } from '../../contract/failure';
import type { DumpTable } from '../../format/read/dump';

/** State of a dump that is being written. */
export interface Arrived {
  /** Tables whose rows have become complete since the last look. */
  readonly tables: readonly DumpTable[];
  /** It was finished before the look. */
  readonly isDone: boolean;
  /** Failure of a dump whose writer has ended before its end; null where it writes on, or nothing tells. */
  readonly ended: SluiceError | null;
}

/** Tables of a dump that is being written, each of which is complete at some time. */
export interface Arrivals {
  /** Tables that are not complete yet. */
  readonly count: number;
  next(): Promise<Arrived>;
}
