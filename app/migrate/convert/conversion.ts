import type { Vendor } from '../../contract/connections/connection';
import type {
  FindingRemedy,
  FindingSeverity,
  MigrationFinding,
  MigrationFix,
} from '../../contract/runs/migrate';

export interface Conversion {
  readonly target: Vendor;
  /** Collations of the target, lower case. */
  readonly collations: ReadonlySet<string>;
  readonly fixes: ReadonlySet<MigrationFix>;
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
