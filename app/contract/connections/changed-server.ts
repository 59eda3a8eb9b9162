/** A server that still has settings which a load changed for the time it ran. */
export interface ChangedServer {
  readonly id: string;
  /** A value for `--target`: a saved connection's name, or a DSN without a password. */
  readonly target: string;
  /** Time at which the load changed them, in ISO 8601. */
  readonly since: string;
  /** The settings that still differ from their original values, a sentence each. */
  readonly settings: readonly string[];
  /** True while the load that changed them still runs: it restores them itself. */
  readonly inUse: boolean;
}

/** Result of restoring one server's settings. */
export interface RestoredServer {
  readonly target: string;
  /** A sentence for each setting. */
  readonly said: readonly string[];
}

/** A server whose settings a killed load has left changed, as the window offers to restore them. */
export interface LeftServer extends Omit<ChangedServer, 'inUse'> {
  /** The saved connection; null where there is none, and only the command line can sign in. */
  readonly profileId: string | null;
  /** The command line that restores them too; it holds no secret. */
  readonly command: string;
}
