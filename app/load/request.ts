import type { Endpoint } from '../catalog/connect/endpoint';
import type { GuardedTarget } from '../target/guard';
import type { LoadOptions } from '../contract/runs/options';
import type { Addon } from '../engine/addon';

/** A table of a load under its names on the target; `bytes` as recorded in the dump, 0 where it records none. */
export interface LoadedTable {
  readonly schema: string;
  readonly table: string;
  readonly bytes: number;
}

/** Receives a load's tables while it runs. */
export interface LoadWatcher {
  /** Called once, before the first row is loaded. */
  started(tables: readonly LoadedTable[]): void;
  /**
   * Called when a table's rows are counted and its indexes built: the later steps (foreign keys, triggers) change no
   * page.
   */
  loaded(table: LoadedTable): void;
}

/** Request of a load, of its resumption or its rollback. */
export interface LoadRequest extends GuardedTarget {
  readonly engine: Addon;
  readonly endpoint: Endpoint;
  /** Absolute path of the dump's folder. */
  readonly folder: string;
  readonly options: LoadOptions;
  /** Server that was dumped, whose rows are compared with the dump's as well as the target's. */
  readonly source?: Endpoint | null;
  /** Interval, in ms, at which a silent connection is checked; `SILENCE_MS` except in tests. */
  readonly silenceMs?: number;
  readonly watcher?: LoadWatcher;
  /** True for a server of our own, whose accounts may all have what the dump's PUBLIC was granted. */
  readonly grantsPublic?: boolean;
}
