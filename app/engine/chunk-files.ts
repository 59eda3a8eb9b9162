/** Chunks of a dump's rows as they cross the native boundary: files of them, and parts of other files. */

/** One session variable: applied to every engine session and read back. `value` is an SQL literal. */
export interface EngineSessionVariable {
  readonly name: string;
  readonly value: string;
}

/** Row format of a chunk file, in the terms of LOAD DATA; empty for no enclosure or no escape. */
export interface EngineRowDialect {
  readonly fieldTerminator: string;
  readonly enclosure: string;
  readonly escape: string;
  readonly lineTerminator: string;
}

/** One chunk file, as the loader and the verifier must find it. */
export interface EngineChunkFile {
  readonly file: string;
  readonly compression: 'none' | 'zstd' | 'gzip' | 'bzip2' | 'xz' | 'lz4' | 'deflate';
  /** Set where the file is an archive: that of its files which holds the rows. */
  readonly entry: EngineArchiveEntry | null;
  /** Set apart from the session's own while these rows are stored; each is a variable that {@link EngineJobSpec.session} sets. */
  readonly settings: readonly EngineSessionVariable[];
  readonly dialect: EngineRowDialect;
  /** Recorded facts; null where the dump does not carry them. */
  readonly rows: number | null;
  readonly bytes: number | null;
  /** xxHash64 of the uncompressed bytes, 16 hexadecimal digits. */
  readonly xxh64: string | null;
  /**
   * Set where the rows are INSERTs of a script: then `file` is a name that no other chunk of the table has, compression
   * is `none`, the dialect is our own, and the facts are those of the lines that the rows become.
   */
  readonly part: EngineScriptPart | null;
  /** The same for rows of a file of delimited values; at most one of the five is set. */
  readonly delimited: EngineDelimitedPart | null;
  /** … of a file that LOAD DATA would read. */
  readonly fields: EngineFieldsPart | null;
  /** … of a file of JSON Lines. */
  readonly json: EngineJsonPart | null;
  /** … of an XML dump. */
  readonly xml: EngineXmlPart | null;
  /** Set where the rows are those of other chunks, sorted: then `file` names them together. */
  readonly sorted?: EngineSortedPart;
}

/** Facts of a chunk that is a file of its own, or the rows of others. */
export const NO_PART = {
  ...{ entry: null, settings: [], part: null },
  ...{ delimited: null, fields: null, json: null, xml: null },
} as const;

/**
 * Order in which servers keep the values of a key's column: numbers of 64 bits (`integer`, `unsigned`; YEAR too), TIME
 * (`time`), bytes with a shorter value before the longer ones (`text`; dates and moments too), bytes as if spaces stood behind
 * each value (`padded`), and the bytes that base64 stands for.
 */
export type EngineSortKind = 'integer' | 'unsigned' | 'time' | 'text' | 'padded' | 'base64';

export interface EngineSortColumn {
  /** Place of its field in a line, from 0. */
  readonly field: number;
  readonly kind: EngineSortKind;
  readonly descending: boolean;
}

/** Rows of chunks in our own dialect, all with the same columns and settings, whose keys are in a range. */
export interface EngineSortedPart {
  readonly from: readonly EngineChunkFile[];
  readonly key: readonly EngineSortColumn[];
  /** Bounds that `keyBounds` gave, as hexadecimal digits: from `at` on, up to `before`; empty and null at the ends. */
  readonly at: string;
  readonly before: string | null;
  /** Bytes of the rows, about. */
  readonly weight: number;
}

/** Characters of a file of delimited values; `null` where values are not quoted. */
export interface EngineDelimitedFormat {
  readonly separator: string;
  readonly quote: string | null;
  readonly backslashEscapes: boolean;
  /** Without quotes it is NULL; null for the empty value and `\N`. */
  readonly nullWord: string | null;
}

/**
 * Field that a column's values become: as they are (`text`, `value`), the digits of bytes without marks such as `\x` (`bytes`), a number or a date as servers take it, or 1 and 0 for true and
 * false. In all but texts an empty value and the word NULL are NULL too.
 */
export type EngineDelimitedColumn =
  | 'text'
  | 'bytes'
  | 'value'
  | 'boolean'
  | EngineNumberForm
  | EngineDateForm;

/** Form of numbers: with that decimal sign, and perhaps with another sign or a space between thousands. */
export type EngineNumberForm = 'comma-decimal' | 'point-decimal';

/**
 * Form of dates: such as 31.12.2025, perhaps with a time, with the day or the month first; moments with their offset (RFC
 * 3339), which become UTC, among other values, which stay as they are (`instant`).
 */
export type EngineDateForm = 'day-first' | 'month-first' | 'instant';

/** Rows of a file of delimited values, as the scan found them (`EngineDelimitedRange`). */
export interface EngineDelimitedPart {
  /** The file, relative to the job's directory. */
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  /** Line of the first row, from 1. */
  readonly line: number;
  readonly format: EngineDelimitedFormat;
  /** The file is in Windows-1252, the servers' latin1; else in UTF-8. Its lines are in UTF-8 either way. */
  readonly isWindows1252: boolean;
  /** Columns of the rows' values, in their order. */
  readonly columns: readonly EngineDelimitedColumn[];
  /** Lines of the rows that the scan has set aside, in their order. */
  readonly skippedLines: readonly number[];
}

/** Field that a column's values become: as they are (`text`), base64 of their bytes (`bytes`), or none (`skipped`). */
export type EngineFieldsColumn = 'text' | 'bytes' | 'skipped';

/** Rows of a file that LOAD DATA would read, as the scan found them (`EngineDelimitedRange`). */
export interface EngineFieldsPart {
  /** The file, relative to the job's directory. */
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  /** Line of the first row, from 1. */
  readonly line: number;
  /** That of the file; the lines that its rows become are in our own. */
  readonly dialect: EngineRowDialect;
  /** Columns of the rows' values, in their order. */
  readonly columns: readonly EngineFieldsColumn[];
}

/**
 * Field that the values of a key become: strings as their text, all others as they stand in the file (`text`); the same with 1
 * and 0 for true and false (`number`); all as they stand in the file (`json`); strings that are moments with their offset (RFC
 * 3339) in UTC (`instant`).
 */
export type EngineJsonForm = 'text' | 'number' | 'json' | 'instant';

/** Rows of a file of JSON Lines, as the scan found them. A key that a line does not have is NULL. */
export interface EngineJsonPart {
  /** The file, relative to the job's directory. */
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  /** Line of the first row, from 1. */
  readonly line: number;
  /** Columns of the lines' fields, in their order. */
  readonly columns: readonly { readonly key: string; readonly form: EngineJsonForm }[];
  /** Lines of the rows that the scan has set aside, in their order. */
  readonly skippedLines: readonly number[];
}

/** Field that a column's values become: as they are (`text`), base64 of their bytes (`bytes`), or none (`skipped`). */
export type EngineXmlForm = 'text' | 'bytes' | 'skipped';

/** Rows of an XML dump, as the scan found them. */
export interface EngineXmlPart {
  /** The file, relative to the job's directory. */
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  /** Line of the first byte, from 1. */
  readonly line: number;
  /** The file's lines end with CR and LF, which in a value is a line feed. */
  readonly hasCrlf: boolean;
  /** Columns of all fields of a row, in their order. */
  readonly columns: readonly { readonly name: string; readonly form: EngineXmlForm }[];
}

/**
 * Field that a column's values become: the text (`text`, `number`), base64 of the bytes (`binary`), or base64 of a BIT's
 * number. A hexadecimal or bit literal is a text in a column of `text`, and a number in one of `number`.
 */
export type EngineScriptColumn = 'text' | 'number' | 'binary' | 'bit';

/** Bytes of a file in an archive that holds several. */
export interface EngineArchiveEntry {
  readonly offset: number;
  readonly storedBytes: number;
  /** Unpacked. */
  readonly bytes: number;
  /** Checksum of the unpacked bytes. */
  readonly crc32: number;
}

/** A run of INSERT rows in a script, as the scan found it (`EngineScriptRows`). */
export interface EngineScriptPart {
  /** The script, relative to the job's directory. */
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  /** Columns of the rows' values, in their order. */
  readonly columns: readonly EngineScriptColumn[];
  /** Character set of the script's text there; never empty. LOAD DATA has to name it. */
  readonly charset: string;
  readonly backslashesEscape: boolean;
  readonly ansiQuotes: boolean;
  /** Set where the server has to compute the rows: they are sent as they stand there. Then `columns` say only how they are shown. */
  readonly asWritten: {
    /** List of their INSERTs, quoted and in parentheses; empty where these have none. */
    readonly columns: string;
  } | null;
}
