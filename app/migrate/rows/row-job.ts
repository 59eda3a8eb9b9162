import type { ControlSession } from '../../catalog/session/control-session';
import type { Endpoint } from '../../catalog/connect/endpoint';
import type { Addon, EngineMigrate } from '../../engine/addon';
import type { RunHooks } from '../../engine/hooks';
import type { EngineWaiter } from '../../engine/wait';
import { type Checksums, type TableChecksum } from '../../checksums/totals';
import { type Route } from './routes';

/** Context of the row phase: the engine job that moves the rows, and the session beside it. */
export interface RowJob {
  readonly request: { readonly engine: Addon; readonly target: Endpoint; readonly options: Limits };
  readonly hooks: RunHooks;
  /** Control session on the source, outside the snapshot. */
  readonly catalog: ControlSession;
  readonly job: EngineMigrate;
  readonly waiter: EngineWaiter;
  readonly checksums: Checksums;
}

/** A table whose rows have arrived. */
export interface MigratedRoute extends Route {
  /** Sentence on the rows of an earlier run; null where there were none. */
  readonly note: string | null;
  /** Sum of the target's rows as read under this snapshot; null until they are read. */
  readonly targetChecksum: TableChecksum | null;
}

export interface Limits {
  readonly threads: number;
  readonly memoryLimitBytes: number;
}
