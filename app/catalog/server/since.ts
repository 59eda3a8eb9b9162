/**
 * The versions of a vendor that have a capability, by `ServerVersion.versionNumber`: all from one on (0: every one
 * that Sluice works with); none (null); those from one on and before another one; or those of each listed series, such
 * as 10.5, from a release on, and every series after the last one, where the capability came into several at once.
 */
type Versions =
  | number
  | null
  | { readonly from: number; readonly before: number }
  | { readonly inSeries: readonly [number, ...number[]] };

/** The versions of each vendor, and why they are known to be these. */
export interface Since {
  readonly mysql: Versions;
  readonly mariadb: Versions;
  /** Manual page, release notes, server source, or the server on which it was measured. */
  readonly source: string;
}
