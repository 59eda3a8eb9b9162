import type { ForeignKeyLine } from '../../catalog/definition/definition';
import type { Failure } from '../../contract/failure';
import type { IndexDecision } from '../indexes/decision';
import type { RowOrder } from '../rows/row-order';
import type { SharingDecision } from '../rows/table-lanes';
import type { DumpSchema, DumpTable } from '../../format/read/dump';
import type { TargetSchema } from '../target-schema';

/** A table on the target that is ready for its rows. */
export interface PreparedTable {
  readonly dump: DumpTable;
  /** Schema on the target. */
  readonly schema: string;
  /** SHOW CREATE TABLE on the target before anything was deferred. */
  readonly canonical: string;
  readonly indexes: IndexDecision;
  readonly sharing: SharingDecision;
  /** Absent in a migration, whose rows come in key order, and in the journal of an earlier Sluice. */
  readonly order?: RowOrder;
  /** All foreign keys of the table: each is proved when the rows are in. */
  readonly foreignKeys: readonly ForeignKeyLine[];
  /** Deferred foreign keys, to be added when all rows of all tables are in. */
  readonly detached: readonly ForeignKeyLine[];
  /** Number of existing rows that stay, where the dump's are appended to them; else null. */
  readonly existingRows: number | null;
  /** True if the table existed before the load and is kept. */
  readonly isKept: boolean;
}

/** Returns the rows that a table must have at the end; null where the dump does not record its number of rows. */
export function expectedRows({ dump, existingRows }: PreparedTable): number | null {
  return dump.rows === null ? null : dump.rows + (existingRows ?? 0);
}

export interface PreparedSchema {
  readonly source: DumpSchema;
  readonly target: TargetSchema;
  readonly tables: readonly PreparedTable[];
  readonly warnings: readonly Failure[];
}
