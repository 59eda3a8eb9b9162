import type { Failure } from '../failure';

/** Summary of a dump on the load screen, before anything is loaded. */
export interface DumpSummary {
  /** The folder as a person knows it, for display only. */
  readonly folder: string;
  readonly complete: boolean;
  /**
   * Number of tables whose rows are not written yet, for a dump that is still being written (their figures are
   * estimates); null for others.
   */
  readonly stillToCome: number | null;
  readonly tool: string;
  readonly formatVersion: string;
  readonly serverVersion: string;
  readonly vendor: 'mysql' | 'mariadb';
  /** Text of the source's clock, `YYYY-MM-DD hh:mm:ss`. */
  readonly begin: string;
  readonly end: string | null;
  readonly schemas: readonly DumpSummarySchema[];
  /** Accounts and roles that the dump holds, as `user@host`. */
  readonly accounts: readonly string[];
  /** Uncompressed bytes of table data, null where the dump does not record them; and bytes on disk. */
  readonly dataBytes: number | null;
  readonly storedBytes: number;
  readonly files: number;
  /** Objects of its source that the dump does not hold, a warning each. */
  readonly lacks: readonly Failure[];
  /** Reasons why it can't be loaded, damage above all. */
  readonly problems: readonly Failure[];
  /** Parts that a load leaves out or takes in another way, in sentences. */
  readonly remarks: readonly string[];
}

export interface DumpSummarySchema {
  readonly name: string;
  readonly tables: readonly DumpSummaryTable[];
  readonly views: readonly string[];
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
}

export interface DumpSummaryTable {
  readonly name: string;
  /** Null where the dump does not record it. */
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly chunks: number;
}

/** The first rows of a table of a dump; a value is its text, shortened where it is long, or null for NULL. */
export interface FirstRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}
