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

/** A server whose settings a killed load has left changed, as the window offers to put them back. */
export interface LeftServer extends Omit<ChangedServer, 'inUse'> {
  /** The saved connection that is named; null where there is none, and only the command line can sign in. */
  readonly profileId: string | null;
  /** The command line that puts them back as well; it holds no secret. */
  readonly command: string;
}
