/** Files that are scanned, as they cross the native boundary: wishes, and facts that are found. */
import type {
  EngineArchiveEntry,
  EngineChunkFile,
  EngineDelimitedColumn,
  EngineDelimitedFormat,
  EngineJsonForm,
  EngineRowDialect,
} from '../chunk-files';
import type { EngineFailure } from '../events';
import type { EngineFieldCheck } from './field-check';

/** A file, and how its bytes lie there. */
export interface EngineStoredFile {
  /** An absolute path. */
  readonly path: string;
  readonly compression: EngineChunkFile['compression'];
  /** Set where the file is an archive: that of its files which is meant. */
  readonly entry: EngineArchiveEntry | null;
}

export interface EngineScanSpec extends EngineStoredFile {
  /**
   * `client`: a statement ends at a semicolon outside of quotes and comments, or as a DELIMITER line says; `line`: at one
   * before a line's end, whatever it stands in but quotes and comments.
   */
  readonly ends: 'client' | 'line';
  /** Bytes of the script from which a run of rows ends with its row. */
  readonly bytesPerRun: number;
  /**
   * Rows that a scan of the same bytes has found, in their order: they are given again, and not read, where a row begins at
   * their place. Absent where none are known.
   */
  readonly known?: readonly EngineKnownRows[];
}

/** A statement that is no INSERT of rows, without its delimiter; or a line that is a command of the client. */
export interface EngineScriptStatement {
  readonly kind: 'statement';
  readonly text: Buffer;
  /** Place of its first byte in the script, uncompressed. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
}

/** Rows of one INSERT or REPLACE, or of several in a row with the same head. */
export interface EngineScriptRows {
  readonly kind: 'rows';
  readonly verb: 'insert' | 'insert-ignore' | 'replace';
  /** True where the names below are not known to be UTF-8: each of their characters is a byte of the script then. */
  readonly hasByteNames: boolean;
  /** Null where the table goes without one. */
  readonly schema: string | null;
  readonly table: string;
  /** Null where the statement names none. */
  readonly columns: readonly string[] | null;
  /** The opening parenthesis of the first row. */
  readonly offset: number;
  /** Bytes to behind the closing parenthesis of the last row. */
  readonly length: number;
  readonly rows: number;
  /** Line of the first row. */
  readonly line: number;
  /** True where the first row, and perhaps others, are not made of constants. */
  readonly isComputed: boolean;
  /** Columns of which a row has NULL, and 0: a bit for each of the first 32. */
  readonly nulls: number;
  readonly zeros: number;
  /** Columns of which a row has a number, TRUE or FALSE, by their places; 255 stands for all from there on. */
  readonly numbers: readonly number[];
  /** The same for numbers of other than four digits. */
  readonly notYears: readonly number[];
  /**
   * Columns of which a row has bytes, or a text whose introducer says that it is UTF-8, by their places as above; only where letters
   * of the script's character set may hold backslashes.
   */
  readonly notOwnTexts: readonly number[];
  /** Rows that begin with a smaller value than the row before them: an integer, or the first bytes of another value. */
  readonly backward: number;
  /** Columns of which a row has anything but NULL and texts of `charsets`: a bit for each of the first 32. */
  readonly plain: number;
  /** Columns of which a row has a text that is not UTF-8, where no character set is set: a bit for each of the first 32. */
  readonly notUtf8: number;
  /** In lower case; empty where the script has not set any. */
  readonly charset: string;
  readonly backslashesEscape: boolean;
  readonly ansiQuotes: boolean;
  /**
   * Character set of each column's texts, in lower case, where their introducers name another one than UTF-8; empty for
   * others. Shorter than the columns where the last ones have none.
   */
  readonly charsets: readonly string[];
  /** Line feeds from the first row to behind the last one. */
  readonly lines: number;
}

/** Facts about rows that stand in the rows alone: all others are read again. No value of the script is among them. */
export type EngineKnownRows = Pick<
  EngineScriptRows,
  | 'offset'
  | 'length'
  | 'rows'
  | 'line'
  | 'lines'
  | 'isComputed'
  | 'nulls'
  | 'zeros'
  | 'numbers'
  | 'notYears'
  | 'notOwnTexts'
  | 'backward'
  | 'plain'
  | 'notUtf8'
  | 'charsets'
>;

/** A line comment by which a tool says what it dumped (`comment`), or a line of its error output (`noise`). */
export interface EngineScriptLine {
  readonly kind: 'comment' | 'noise';
  readonly text: Buffer;
  readonly offset: number;
  readonly line: number;
}

export interface EngineScriptEnd {
  readonly kind: 'end';
  readonly bytes: number;
  readonly lines: number;
  /** Set where the file ends within something. */
  readonly cut: {
    /** Line on which the unfinished statement or comment begins. */
    readonly line: number;
    /** Line on which the last whole statement begins; 0 where there is none. */
    readonly lastLine: number;
    readonly within: 'statement' | 'text' | 'comment';
    /** True where nothing but the delimiter seems to be missing: then the statement is among the items. */
    readonly isDelivered: boolean;
  } | null;
}

export type EngineScriptItem = EngineScriptStatement | EngineScriptRows | EngineScriptLine | EngineScriptEnd;

export interface EngineScriptScan {
  /**
   * Resolves to the items that come next, perhaps none; to null behind the batch that ends with an `end`; or to what
   * went wrong, which ends the scan. Never rejects. Throws where the call before has not been answered.
   */
  next(): Promise<readonly EngineScriptItem[] | EngineFailure | null>;
  /** Bytes of the file, as they are stored, that were read so far. */
  readBytes(): number;
}

export interface EngineDelimitedSpec extends EngineStoredFile {
  readonly format: EngineDelimitedFormat;
  /** True where the first row has the names of the columns. */
  readonly hasHeader: boolean;
  /** Values of each row where other files of its table tell it; 0 where the first row does. */
  readonly columns: number;
  /** Bytes of the file from which a range of rows ends with its row. */
  readonly bytesPerRange: number;
  /**
   * Rows with another number of values than the first one, or with a value that does not fit, are no rows of the ranges, and so many
   * of them come with their text; null where they are faults of the file.
   */
  readonly mostSetAside: number | null;
  /** By the columns of the definition that is known; empty where none is. */
  readonly checks: readonly { readonly check: EngineFieldCheck; readonly column: EngineDelimitedColumn }[];
  /** Values that are no UTF-8 do not fit. */
  readonly expectsUtf8: boolean;
}

/** Reason for which a column can't take a value as it is. */
export type EngineMisfit =
  | 'null'
  | 'number'
  | 'range'
  | 'rounded'
  | 'moment'
  | 'length'
  | 'member'
  | 'hex'
  | 'charset'
  | 'utf8';

/** The first value of a row that its column can't take. */
export interface EngineMisfitRow {
  readonly line: number;
  /** Number of the column among those that were checked, from 0. */
  readonly column: number;
  readonly misfit: EngineMisfit;
  /** Bytes of the value, the first ones. */
  readonly value: Buffer;
  /** Bytes of the row in the format of the file, 16 KiB at most; empty where rows are not set aside. */
  readonly text: Buffer;
}

/**
 * All that the values of one column have in common. `values` are those that are neither NULL nor empty nor the word NULL; what
 * every value is, is true where there is none.
 */
export interface EngineDelimitedColumnFacts {
  readonly values: number;
  /** NULL in a column of every type. */
  readonly nulls: number;
  readonly nullWords: number;
  /** Nothing, which in a text is an empty one. */
  readonly empties: number;
  /** Each has at most 64 bits, and no leading zeros. */
  readonly integers: boolean;
  /** With a point, and no thousands apart; integers too. */
  readonly decimals: boolean;
  readonly pointNumbers: EngineWrittenNumbers;
  readonly commaNumbers: EngineWrittenNumbers;
  readonly floats: boolean;
  readonly booleans: boolean;
  readonly dates: boolean;
  readonly moments: boolean;
  /** Number of values that are moments with their offset from UTC (RFC 3339). */
  readonly instants: number;
  readonly writtenDates: EngineWrittenDates;
  /** Each integer is greater than the one before, and all have 63 bits. */
  readonly rising: boolean;
  /** The first and the last integer while they rise, in decimal digits; 0 where there is none. */
  readonly first: string;
  readonly last: string;
  readonly isUtf8: boolean;
  /** The least negative and the greatest positive integer, in decimal digits; 0 where there is none. */
  readonly least: string;
  readonly most: string;
  /** Digits of seconds' fractions. */
  readonly momentDigits: number;
  readonly longestBytes: number;
  readonly longestCharacters: number;
}

/**
 * All that values have in common as numbers with a decimal point, or with a decimal comma; their thousands may be apart, as in
 * 1.234,50 and 1 234.5.
 */
export interface EngineWrittenNumbers {
  /** Each value is one. */
  readonly all: boolean;
  /** The thousands of some are apart. */
  readonly grouped: boolean;
  /** By a space or an apostrophe. */
  readonly spaced: boolean;
  /** Some have four digits or more together before the sign. */
  readonly joined: boolean;
  /** Each has two groups of thousands or more, as versions and codes have. */
  readonly coded: boolean;
  /** Some value has its thousands apart and a fraction, and so no other sign; also where not all are numbers. */
  readonly told: boolean;
  /** Most digits before and behind the sign. */
  readonly wholeDigits: number;
  readonly fractionDigits: number;
}

/**
 * All that those values have in common which are dates such as 31.12.2025, of days that there are in one of the orders; each is
 * true where there is none.
 */
export interface EngineWrittenDates {
  readonly values: number;
  /** They are days with the day first, and with the month first. */
  readonly dayFirst: boolean;
  readonly monthFirst: boolean;
  /** With points, and neither slashes nor hyphens. */
  readonly dotted: boolean;
  readonly timed: boolean;
  readonly untimed: boolean;
}

/** Rows that are loaded as one chunk. */
export interface EngineDelimitedRange {
  readonly offset: number;
  readonly length: number;
  readonly rows: number;
  /** Line of the first row, from 1. */
  readonly line: number;
  /** Rows that begin with a smaller value than the row before them. */
  readonly backward: number;
}

export interface EngineOddRow {
  readonly line: number;
  readonly values: number;
  /** Bytes of the row in the format of the file, 16 KiB at most; empty where rows are not set aside. */
  readonly text: Buffer;
}

export interface EngineDelimitedContent {
  /** Bytes of the columns' names; empty without a header. */
  readonly names: readonly Buffer[];
  readonly columns: readonly EngineDelimitedColumnFacts[];
  readonly ranges: readonly EngineDelimitedRange[];
  /** The first rows with another number of values than the first row, and the number of all. */
  readonly oddRows: readonly EngineOddRow[];
  readonly oddRowCount: number;
  /** The first rows with a value that does not fit, and the number of all. */
  readonly misfits: readonly EngineMisfitRow[];
  readonly misfitCount: number;
  /** Line of the row within whose quotes the file ends; null where it ends as it should. */
  readonly openLine: number | null;
  /** Line of the row in which a value goes on behind its closing quote: the scan has ended there. */
  readonly brokenLine: number | null;
  readonly rows: number;
  readonly bytes: number;
}

export interface EngineFieldsSpec extends EngineStoredFile {
  readonly dialect: EngineRowDialect;
  /** Values that each row has. */
  readonly columns: number;
  /** Rows at its beginning that hold no values. */
  readonly skippedRows: number;
  /** Bytes of the file from which a range of rows ends with its row. */
  readonly bytesPerRange: number;
}

export interface EngineFieldsContent {
  readonly ranges: readonly EngineDelimitedRange[];
  /** The first rows with another number of values than the columns, and the number of all. */
  readonly oddRows: readonly { readonly line: number; readonly values: number }[];
  readonly oddRowCount: number;
  /** Line of the row within which the file ends; null where it ends as it should. */
  readonly openLine: number | null;
  readonly rows: number;
  readonly bytes: number;
}

export interface EngineKeyBounds {
  /** First key of each range behind the first one. */
  readonly bounds: readonly Buffer[];
  /** Bytes of the longest row, as a line. */
  readonly longestRow: number;
}

export interface EngineJsonSpec extends EngineStoredFile {
  /** Bytes of the file from which a range of rows ends with its row. */
  readonly bytesPerRange: number;
  /** Lines that are no objects, or have a value that does not fit, are set aside, as rows of delimited values are. */
  readonly mostSetAside: number | null;
  readonly checks: readonly {
    readonly key: string;
    readonly check: EngineFieldCheck;
    readonly form: EngineJsonForm;
  }[];
}

/** Reason for which a line is no JSON object. */
export type EngineJsonFault =
  | 'no-object'
  | 'unexpected'
  | 'cut'
  | 'more'
  | 'control'
  | 'escape'
  | 'surrogate'
  | 'not-utf8'
  | 'too-deep'
  | 'twice';

/** All that the values of one key have in common. */
export interface EngineJsonColumnFacts {
  readonly key: string;
  /** Facts of strings, which count as quoted, and of numbers, true and false as they stand in the file. */
  readonly facts: EngineDelimitedColumnFacts;
  /** Values of each kind; all others are null. */
  readonly strings: number;
  readonly numbers: number;
  readonly booleans: number;
  /** Objects and arrays. */
  readonly containers: number;
  /** Each string is one, which is true where there is none: a JSON text, base64, hexadecimal digits behind `0x`. */
  readonly jsonTexts: boolean;
  readonly base64: boolean;
  readonly hex: boolean;
}

export interface EngineJsonContent {
  /** In the order in which the keys came. */
  readonly columns: readonly EngineJsonColumnFacts[];
  readonly ranges: readonly EngineDelimitedRange[];
  /** The first lines that are no objects, with the byte from 1 where it shows, and the number of all. */
  readonly badLines: readonly {
    readonly line: number;
    readonly column: number;
    readonly fault: EngineJsonFault;
    /** Bytes of the line, 16 KiB at most; empty where lines are not set aside. */
    readonly text: Buffer;
  }[];
  readonly badLineCount: number;
  /** The first rows with a value that does not fit, and the number of all. */
  readonly misfits: readonly EngineMisfitRow[];
  readonly misfitCount: number;
  /** There are more keys than a table can have columns: the scan has ended there. */
  readonly hasTooManyKeys: boolean;
  readonly rows: number;
  readonly bytes: number;
}

export interface EngineXmlSpec extends EngineStoredFile {
  /** Bytes of the file from which a range of rows ends with its row. */
  readonly bytesPerRange: number;
  /** Databases whose rows may hold any bytes, as nobody wants them. */
  readonly ignoredDatabases: readonly string[];
}

/** Reason for which a document is none that can be read (`XmlFault`). */
export type EngineXmlFault =
  | 'cut'
  | 'unexpected'
  | 'reference'
  | 'control'
  | 'not-utf8'
  | 'encoding'
  | 'doctype'
  | 'mismatch'
  | 'too-long'
  | 'element'
  | 'attribute'
  | 'text'
  | 'other-fields'
  | 'hex'
  | 'second'
  | 'more'
  | 'too-many-parts';

/** Attributes of an element, without references. */
export type EngineXmlFacts = Readonly<Partial<Record<string, string>>>;

/** A table's definition, the rows of a table or of a query, or a trigger, event or routine; in the order of the file. */
export type EngineXmlItem = {
  /** Empty for the rows of a query, which have no table either. */
  readonly database: string;
  readonly line: number;
} & (
  | {
      readonly kind: 'structure';
      readonly table: string;
      readonly fields: readonly EngineXmlFacts[];
      readonly keys: readonly EngineXmlFacts[];
      readonly options: EngineXmlFacts;
    }
  | {
      readonly kind: 'rows';
      readonly table: string;
      readonly columns: readonly {
        readonly name: string;
        /** Some of its values were hexadecimal digits. */
        readonly hasHex: boolean;
        /** Facts of a query's rows alone. */
        readonly facts: EngineDelimitedColumnFacts;
      }[];
      readonly ranges: readonly EngineDelimitedRange[];
      readonly rows: number;
    }
  | {
      readonly kind: 'object';
      readonly element: string;
      readonly attributes: EngineXmlFacts;
      readonly text: string;
    }
);

/** The first fault of a document, at which the scan has ended. */
export interface EngineBadXml {
  readonly line: number;
  /** Byte of the line, from 1. */
  readonly column: number;
  readonly fault: EngineXmlFault;
  /** Name or word that it is about; empty for none. */
  readonly detail: string;
  /** Table and column in whose rows it stands; empty for none. */
  readonly table: string;
  readonly field: string;
}

export interface EngineXmlContent {
  /** `mysqldump` or `resultset`; empty where the document does not begin. */
  readonly root: string;
  readonly databases: readonly string[];
  readonly items: readonly EngineXmlItem[];
  /** Statements outside of the elements of databases. */
  readonly statements: string;
  readonly hasCrlf: boolean;
  readonly bad: EngineBadXml | null;
  readonly rows: number;
  readonly bytes: number;
}
