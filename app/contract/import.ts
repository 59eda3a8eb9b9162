import type { Profile } from './connection';

/** A connection in another program's file, before anything of it is taken over. No secret of it comes here. */
export interface ImportRow {
  readonly profile: Profile;
  readonly hasPassword: boolean;
  /** The saved connection to the same server and account; null where there is none. */
  readonly duplicateOf: string | null;
  /** What could not be taken over as it was. */
  readonly notes: readonly string[];
}

export interface ImportPreview {
  /** For display only. */
  readonly file: string;
  readonly kind: string;
  readonly rows: readonly ImportRow[];
  /** What was left out, each with the reason. */
  readonly left: readonly string[];
}
