/** A folder behind its opaque handle. */
export interface FolderChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
  readonly empty: boolean;
  readonly freeBytes: number | null;
}

/** A tablespace file behind its opaque handle. */
export interface FileChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
}
