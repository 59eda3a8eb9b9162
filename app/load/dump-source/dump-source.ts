import type { DumpFolder, DumpTable } from '../../format/read/dump';
import type { SluiceError } from '../../contract/failure';

/**
 * Dump from which a load takes its tables: a finished dump, whose tables all exist, or one that is still being written.
 */
export interface DumpSource {
  /** The dump when it was opened. Rows and bytes of pending tables are the source's estimates. */
  readonly whole: DumpFolder;
  /** Number of pending tables; null for a finished dump. */
  readonly stillToCome: number | null;
  /** Returns the identity of the dump for the load's journal. */
  identity(): Promise<string>;
  /** Fails with `dump-incomplete` or `dump-damaged` where the selected part of the dump can't be loaded. */
  assertSound(selected: DumpFolder): void;
  /**
   * Returns tables whose rows are complete, each table once, under the names of the dump; null when no more will
   * follow, or after `stop`. Waits for them, and reports that through `waiting`. Fails with `dump-incomplete` where
   * they will never follow.
   */
  next(waiting: () => void): Promise<readonly DumpTable[] | null>;
  /** Ends the wait in `next`. */
  stop(): void;
  /**
   * Returns the finished dump, after `next` has returned null. Fails where it is not the dump that was opened, or where
   * its tables differ from those that `next` returned.
   */
  finished(): Promise<DumpFolder>;
  /** Returns why a load of it can't be resumed: its folder no longer contains the dump. Null where it does. */
  loss(): Promise<SluiceError | null>;
}
