import type { ControlSession } from '../../catalog/session/control-session';
import type { Endpoint } from '../../catalog/connect/endpoint';
import type { Addon, EngineMigrate } from '../../engine/addon';
import type { RunHooks } from '../../engine/hooks';
import type { EngineWaiter } from '../../engine/wait';
import { type Sums, type TableSum } from '../../checksums/totals';
import { type Route } from './routes';

/** Context of the row phase: the engine job that moves the rows, and the session beside it. */
export interface RowJob {
  readonly request: { readonly engine: Addon; readonly target: Endpoint; readonly options: Limits };
  readonly hooks: RunHooks;
  /** On the source, not in the snapshot. */
  readonly catalog: ControlSession;
  readonly job: EngineMigrate;
  readonly waiter: EngineWaiter;
  readonly sums: Sums;
}

/** A table whose rows are in. */
export interface MigratedRoute extends Route {
  /** What became of an earlier run's rows, as a sentence; null where there was none. */
  readonly told: string | null;
  /** What the target holds, where it was read already under this snapshot; null where that is still to be done. */
  readonly found: TableSum | null;
}

export interface Limits {
  readonly threads: number;
  readonly memoryLimitBytes: number;
}
