import type { SluiceError } from '../../contract/failure';
import type { DumpFolder, DumpTable } from '../../format/read/dump';

/** The dump that a load takes its tables from: they are all there when it is finished, or come while it is written. */
export interface DumpSource {
  /** As it was when it was opened. The rows and bytes of tables that are still to come are the source's estimates. */
  readonly whole: DumpFolder;
  /** How many tables are still to come; null of a finished dump. */
  readonly stillToCome: number | null;
  /** What the load's journal calls the dump. */
  identity(): Promise<string>;
  /** Fails with `dump-incomplete` or `dump-damaged` where what a load takes of it, arranged, can't be loaded. */
  assertSound(arranged: DumpFolder): void;
  /**
   * Tables whose rows are whole, each of them once, under the names of the dump; null when no more will come, or after
   * `stop`. It waits for them and says so through `waiting`. Fails with `dump-incomplete` where they never will.
   */
  next(waiting: () => void): Promise<readonly DumpTable[] | null>;
  /** Whoever waits for tables need not wait any longer. */
  stop(): void;
  /**
   * The finished dump, when no more tables come. Fails where it is not the one that was opened, or tells something else
   * of tables than when they came.
   */
  finished(): Promise<DumpFolder>;
  /** Why a load of it can't be gone on with, nor be named by it: its folder no longer holds it. Null where it does. */
  loss(): Promise<SluiceError | null>;
}
