import type { SluiceError } from '../../contract/failure';
import type { RunHooks } from '../../engine/hooks';
import type { DumpFolder, DumpTable } from '../../format/read/reader';
import type { LoadRequest } from '../request';
import { finishedDump } from './finished';
import { followDump, isBeingWritten, lookAlong } from './follow';

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

/** Opens the dump of a load; one that is to be followed is waited for until its structure is there. */
export async function openSource(
  request: Pick<LoadRequest, 'folder' | 'options'>,
  hooks: RunHooks,
): Promise<DumpSource> {
  return request.options.follow ? await followDump(request, hooks) : await finishedDump(request.folder);
}

interface Viewed extends Pick<LoadRequest, 'folder'> {
  readonly options: Pick<LoadRequest['options'], 'follow'>;
}

/** The same for a plan, which waits for nothing. */
export async function viewSource({ folder, options }: Viewed): Promise<DumpSource> {
  return options.follow ? await lookAlong(folder) : await finishedDump(folder);
}

/** The dump in a folder as far as it is there, whether it is finished, is still written or never will be. */
export async function openSourceAsItIs(folder: string): Promise<DumpSource> {
  return await viewSource({ folder, options: { follow: await isBeingWritten(folder) } });
}
