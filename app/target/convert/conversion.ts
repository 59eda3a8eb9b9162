import type { ServerVersion } from '../../catalog/server/dialect';
import type {
  FindingRemedy,
  FindingSeverity,
  MigrationFinding,
  MigrationFix,
} from '../../contract/runs/migrate';

export interface Conversion {
  readonly source: ServerVersion;
  readonly target: ServerVersion;
  /** Collations of the target, lower case. */
  readonly collations: Pick<ReadonlySet<string>, 'has'>;
  /** Default collation on the source of each character set that has another one on the target; lower case. */
  readonly defaults: ReadonlyMap<string, string>;
  readonly fixes: ReadonlySet<MigrationFix>;
}

/** Returns whether source and target are of different vendors, which have words of their own. */
export function crossesVendors({ source, target }: Pick<Conversion, 'source' | 'target'>): boolean {
  return source.vendor !== target.vendor;
}

export interface Converted {
  readonly script: string;
  readonly findings: readonly MigrationFinding[];
}

export type ReportConversion = (
  severity: FindingSeverity,
  rule: string,
  why: string,
  remedy?: FindingRemedy,
) => void;
