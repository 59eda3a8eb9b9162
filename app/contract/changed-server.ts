/** A server that still has settings which a load changed for its own time. */
export interface ChangedServer {
  readonly id: string;
  /** As `--target` takes it: a saved connection's name, or a DSN without a password. */
  readonly target: string;
  /** When the load changed them, in ISO 8601. */
  readonly since: string;
  /** What is still otherwise than it was, a sentence each. */
  readonly settings: readonly string[];
  /** Whether the load that changed them still runs: then it puts them back itself. */
  readonly inUse: boolean;
}

/** What became of one server's settings. */
export interface RestoredServer {
  readonly target: string;
  /** A sentence for each setting. */
  readonly said: readonly string[];
}
