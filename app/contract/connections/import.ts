import type { Profile } from './connection';

/** A connection in another program's file, before anything of it is taken over. No secret of it comes here. */
export interface ImportRow {
  readonly profile: Profile;
  readonly hasPassword: boolean;
  /** The saved connection to the same server and account; null where there is none. */
  readonly duplicateOf: string | null;
  /** The parts that could not be imported unchanged, a sentence each. */
  readonly notes: readonly string[];
}

export interface ImportPreview {
  /** For display only. */
  readonly file: string;
  readonly kind: string;
  readonly rows: readonly ImportRow[];
  /** The parts that were left out, each with the reason. */
  readonly left: readonly string[];
}
