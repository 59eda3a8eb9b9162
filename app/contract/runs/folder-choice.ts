/** A folder behind its opaque handle. */
export interface FolderChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
  readonly empty: boolean;
  readonly freeBytes: number | null;
  /** True if this user may write there, or create it where it does not exist. */
  readonly writable: boolean;
}

/** A tablespace file behind its opaque handle. */
export interface FileChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
}
