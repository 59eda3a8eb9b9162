import type { ForeignKeyLine } from '../../catalog/definition/definition';
import type { Failure } from '../../contract/failure';
import type { IndexDecision } from '../indexes/decision';
import type { SharingDecision } from '../rows/table-lanes';
import type { DumpSchema, DumpTable } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';

/** A table on the target that is ready for its rows. */
export interface PreparedTable {
  readonly dump: DumpTable;
  /** The schema on the target. */
  readonly schema: string;
  /** SHOW CREATE TABLE on the target before anything was taken off. */
  readonly canonical: string;
  readonly indexes: IndexDecision;
  readonly sharing: SharingDecision;
  /** All of them: each is proved when the rows are in. */
  readonly foreignKeys: readonly ForeignKeyLine[];
  /** Those that were taken off, to be put back when all rows of all tables are in. */
  readonly detached: readonly ForeignKeyLine[];
  /** Rows that were there before and stay, where the dump's are added to them; null where they are not. */
  readonly existingRows: number | null;
  /** It was there before the load, and stays. */
  readonly isKept: boolean;
}

/** The rows that a table must have at the end; null where the dump does not say how many are its own. */
export function expectedRows({ dump, existingRows }: PreparedTable): number | null {
  return dump.rows === null ? null : dump.rows + (existingRows ?? 0);
}

export interface PreparedSchema {
  readonly source: DumpSchema;
  readonly target: TargetSchema;
  readonly tables: readonly PreparedTable[];
  readonly warnings: readonly Failure[];
}
