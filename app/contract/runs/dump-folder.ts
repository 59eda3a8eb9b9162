import type { Failure } from '../failure';

/** Summary of a dump on the load screen, before anything is loaded. */
export interface DumpSummary {
  /** The folder as a person knows it, for display only. */
  readonly folder: string;
  /** One sentence: format, tool, source, contents. */
  readonly recognized: string;
  readonly complete: boolean;
  /**
   * Number of tables whose rows are not written yet, for a dump that is still being written (their figures are
   * estimates); null for others.
   */
  readonly stillToCome: number | null;
  readonly tool: string;
  readonly formatVersion: string;
  /** Empty where the dump does not say it. */
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
  /** True for CSV and TSV files, which may be read in another way than was found out. */
  readonly takesChoices: boolean;
  /** Statements of a script that nothing is known of: the first ones, cut, and the number of all. */
  readonly unknownStatements: {
    readonly count: number;
    readonly first: readonly { readonly line: number; readonly text: string }[];
  };
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

/** A table by its names in a dump. */
export interface DumpTablePlace {
  readonly schema: string;
  readonly table: string;
}

/** The first rows of a table, for whoever looks at a whole dump. */
export interface TableSample extends DumpTablePlace, FirstRows {
  /** Types of the columns, as in its definition; empty where the dump has none. */
  readonly types: readonly string[];
  /** Null where the dump does not record it. */
  readonly rowsInAll: number | null;
  /** Reason for which they can't be shown; null for none. */
  readonly failure: Failure | null;
}

/** A dump with the first rows of its tables; of none where they are not wanted. */
export interface DumpContents extends DumpSummary {
  readonly samples: readonly TableSample[];
}

/** Files of values as they are read by some choices, for whoever judges the choices. */
export interface ValuesReading {
  /** All of them, in their order. */
  readonly tables: readonly DumpTablePlace[];
  readonly shown: DumpTablePlace &
    FirstRows & {
      /** Types of the columns, as in a definition. */
      readonly types: readonly string[];
      /** Rows of the table in all. */
      readonly rowsInAll: number;
      /** One sentence: file, separator, quotes, header, character set. */
      readonly reading: string;
    };
  readonly problems: readonly Failure[];
  readonly warnings: readonly Failure[];
}
