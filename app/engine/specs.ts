/** Requests to the engine as they cross the native boundary. `native/addon` reads exactly these shapes. */
import type { EngineChunkFile, EngineSessionVariable } from './chunk-files';
import type { TlsMode, WireCompression } from '../contract/connections/connection';
import type { Compression } from '../contract/runs/options';

/** Connection of the engine's own sessions to the server. */
export interface EngineConnection {
  readonly host: string | null;
  readonly port: number | null;
  readonly socketPath: string | null;
  readonly user: string;
  readonly password: string;
  /** Passwords of the account's second and third factor. */
  readonly furtherPasswords: readonly string[];
  /** User and server in messages, as `user@host:port`. */
  readonly title: string;
  readonly tls: {
    readonly mode: TlsMode;
    readonly ca: string | null;
    readonly cert: string | null;
    readonly key: string | null;
  };
  readonly compression: WireCompression;
  readonly connectTimeoutMs: number;
  /** Server that the run works on (server-id.ts): a session that reaches another one fails. Null where unknown. */
  readonly server: string | null;
}

/** Variable of a lane's session. */
export interface EngineLaneVariable extends EngineSessionVariable {
  /** True where another session of the account found another value: it is set without a look at it. */
  readonly differs: boolean;
}

/** Fields that every job needs. */
export interface EngineJobSpec {
  readonly connection: EngineConnection;
  readonly session: readonly EngineLaneVariable[];
  /** The dump directory, an absolute path that exists. */
  readonly directory: string;
  readonly lanes: number;
  /** Bytes of engine memory the job may hold above the idle process. */
  readonly memoryLimitBytes: number;
}

export interface EngineDumpSpec extends EngineJobSpec {
  /**
   * Maximum that `setLanes` may ask for: a snapshot can't be joined later, so that many sessions take it, and those
   * without a lane wait.
   */
  readonly mostLanes: number;
  readonly bytesPerChunk: number;
  readonly compression: Compression;
  /** Interval at which a silent lane is probed over another connection; after two failed probes it is lost. */
  readonly silenceMs: number;
}

export interface EngineColumn {
  readonly name: string;
  /** The select expression that yields the exact value, quoted. */
  readonly select: string;
  /** `text`: escaped TSV of the utf8mb4 text; `base64`: base64 of the raw bytes. */
  readonly encoding: 'text' | 'base64';
}

/**
 * Format of a key column's values in SQL, which also decides how a value between two others is estimated. `narrow-text`
 * has a character set that lacks some of Unicode; `double` includes FLOAT, which is read as DOUBLE.
 */
export type EnginePlainKeyKind =
  | 'integer'
  | 'decimal'
  | 'double'
  | 'text'
  | 'narrow-text'
  | 'binary'
  | 'date-time'
  | 'timestamp'
  | 'time'
  | 'year';

interface KeyColumn {
  readonly column: string;
  readonly descending: boolean;
  /** True for the first part at most: rows that have NULL there are a range of their own. */
  readonly nullable: boolean;
}

interface PlainKeyPart extends KeyColumn {
  readonly kind: EnginePlainKeyKind;
}

/** An ENUM or a SET, by the number of its value, from 0 (an ENUM's error value, an empty SET) up to `most`. */
interface NumberedKeyPart extends KeyColumn {
  readonly kind: 'numbered';
  readonly most: number;
}

/** Text of a character set of one byte, whose values are read and written as its bytes. */
interface EncodedKeyPart extends KeyColumn {
  readonly kind: 'encoded-text';
  readonly charset: string;
}

export type EngineKeyPart = PlainKeyPart | NumberedKeyPart | EncodedKeyPart;

export type EngineKeyKind = EngineKeyPart['kind'];

/**
 * Range of keys from `at`, included, to `before`, excluded; null where it is not bounded. A value for each part of the
 * key, as the server's text; a binary or encoded one as hexadecimal digits, a numbered one as its number.
 */
export interface EngineKeyRange {
  readonly at: readonly string[] | null;
  readonly before: readonly string[] | null;
}

/** Versions of a table's rows: the current ones, or also the past ones, where MariaDB keeps them. */
export type EngineRowVersions = 'current' | 'all';

/** One table, or one partition of it: a data set of its own, with its own chunk numbers. */
export interface EngineDumpTable {
  /** Chosen by the caller; lanes, segments and events refer to it. */
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  readonly partition: string | null;
  readonly versions: EngineRowVersions;
  /** File name stem without chunk number and extension, such as `shop@orders`. */
  readonly basename: string;
  readonly columns: readonly EngineColumn[];
  /** The range key; empty where the table is read as one stream. Its columns are all among `columns`. */
  readonly key: readonly EngineKeyPart[];
  /** The name of the range key's index; null where there is none. */
  readonly keyIndex: string | null;
  /** SQL condition for the rows, as the user wrote it; null for all rows. It is valid within parentheses. */
  readonly where: string | null;
  /** Range of the key space to read; null for all rows. */
  readonly within: EngineKeyRange | null;
  /** Condition for comparing `COUNT(*)` in the lanes' snapshot with the rows written. */
  readonly countCheck: 'always' | 'when-split';
  /** Rows from statistics, for the order of work only; 0 where unknown. */
  readonly estimatedRows: number;
  readonly estimatedBytes: number;
}

/** One statement that builds indexes, and the same index by index for a server that could not do it at once. */
export interface EngineIndexBatch {
  readonly statement: string;
  readonly singly: readonly string[];
}

export interface EngineLoadSpec extends EngineJobSpec {
  /** True if the server's sessions have `innodb_ddl_threads` and `innodb_ddl_buffer_size` (MySQL 8.0.27). */
  readonly tuneIndexBuilds: boolean;
  /** The table of the load's journal, quoted with its schema. */
  readonly journal: string;
  /** Names the load on the server: the lanes' user locks begin with it. */
  readonly loadName: string;
  /** Time during which a lane tries to reconnect to a lost server. */
  readonly reconnectMs: number;
  /** Interval at which a silent session is probed over another connection; after two failed probes it is lost. */
  readonly silenceMs: number;
}

/** Format for turning the rows of a chunk into multi-row INSERT statements. */
export interface EngineInsert {
  /** `INSERT INTO … (…) VALUES ` */
  readonly head: string;
  /** Text before and after each field's text, the quotes included; NULL replaces all of it. */
  readonly columns: readonly {
    readonly before: string;
    readonly after: string;
    /** True where the field is base64 that the engine writes as hexadecimal digits. */
    readonly isBase64: boolean;
  }[];
}

/**
 * The values of a table's AUTO_INCREMENT column: it has none (`none`), the rows bring them (`brought`: the server must
 * not generate any), or the server generates them (`generated`).
 */
export type EngineRowNumbers = 'none' | 'brought' | 'generated';

export interface EngineLoadTable {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  /** The row versions that are counted. */
  readonly versions: EngineRowVersions;
  /** `LOAD DATA LOCAL INFILE ` + the name the engine issues + this text. */
  readonly loadTail: string;
  /** INSERT format of the rows; null where LOAD DATA loads them. */
  readonly insert: EngineInsert | null;
  /**
   * INSERT format for a chunk whose LOAD DATA has more warnings than the server reports; null where that is impossible.
   */
  readonly insertInstead: EngineInsert | null;
  /** INSERT format for a chunk of few rows, sent with those of other tables; null where it goes in like any other. */
  readonly insertSmall: EngineInsert | null;
  readonly numbers: EngineRowNumbers;
  /** Chunks that are not loaded yet, in key order. */
  readonly chunks: readonly EngineChunkFile[];
  /** Rows that an earlier run of this load has committed. */
  readonly rowsBefore: number;
  readonly bytesBefore: number;
  /** True if the table's engine can roll back a part of a chunk; else no part of it is retried. */
  readonly transactional: boolean;
  /** True if the table's chunks may be split over several lanes (contiguous, ascending). */
  readonly mayShare: boolean;
  /**
   * Number of chunks of each partition of the table, in order: a lane takes one partition at a time. Empty without
   * partitions.
   */
  readonly partitions: readonly number[];
  /** Builds of the deferred indexes, in order, run on a free lane when the table's rows are in. */
  readonly indexBatches: readonly EngineIndexBatch[];
  /** The rows that `COUNT(*)` in the target must give; null: count, report, do not judge. */
  readonly expectedRows: number | null;
  /** The warnings that prove nothing was lost, by errno and a regular expression on the message. */
  readonly harmlessWarnings: readonly { readonly errno: number; readonly message: string }[];
}

export interface EngineMigrateSpec {
  readonly source: EngineConnection;
  readonly sourceSession: readonly EngineLaneVariable[];
  /** The target, with the lanes and the memory of both sides; its directory is empty. */
  readonly target: EngineLoadSpec;
}

/** One table on its way from a server to another. */
export interface EngineMigrateTable {
  /**
   * Target of the rows, without chunks, and with the id of its first part. Null: nothing is moved, its rows are only
   * summed up under the snapshot.
   */
  readonly target: EngineLoadTable | null;
  /** Parts to read: the table, or each of its partitions. */
  readonly parts: readonly EngineDumpTable[];
}

export interface EngineChecksumSpec {
  readonly connection: EngineConnection;
  readonly session: readonly EngineLaneVariable[];
  readonly lanes: number;
  readonly memoryLimitBytes: number;
  /** As in `EngineDumpSpec`. */
  readonly silenceMs: number;
}

/** Compression of exported files. */
export type EnginePacking =
  | { readonly kind: 'none' }
  | { readonly kind: 'zstd' | 'gzip'; readonly level: number };

/** Format of exported rows, and where they go. */
export interface EngineOutputSpec {
  /** `csv` is RFC 4180; `jsonl` has them as base64. */
  readonly format: 'sql' | 'csv' | 'jsonl' | 'parquet';
  /** Compression of the files; in Parquet of the pages within. */
  readonly compression: EnginePacking;
  /** One character; of CSV alone. */
  readonly separator: string;
  /** Word for NULL; of CSV alone. */
  readonly nullWord: string;
  /** Bytes in CSV: digits, those behind `\x`, or two of them behind each `\x`. */
  readonly bytes: 'hex' | 'postgresql' | 'duckdb';
  /** Open file descriptor that takes everything; null where the tables name files. */
  readonly descriptor: number | null;
}

export interface EngineExportSpec extends EngineOutputSpec {
  /** The dump directory, an absolute path that exists. */
  readonly directory: string;
  readonly lanes: number;
  readonly memoryLimitBytes: number;
}

/** An export that reads a server. */
export interface EngineDirectExportSpec extends Omit<EngineJobSpec, 'directory'>, EngineOutputSpec {
  /** As in `EngineDumpSpec`. */
  readonly mostLanes: number;
  readonly silenceMs: number;
}

/** Column of the chunks and of the export. */
export interface EngineExportColumn {
  /** Form of its fields in the chunks: the text, or base64 or hexadecimal digits of bytes. */
  readonly field: 'text' | 'base64' | 'hex';
  /** `number` is exact; a text that is no number is written as a text in any case. */
  readonly value: 'text' | 'number' | 'float' | 'bytes';
  /** Text before each value, also before NULL: `"name":`. */
  readonly key: string;
  /** Text before a value that is not NULL: `_gbk `. */
  readonly introducer: string;
}

/**
 * Form of a column's values in Parquet: `bits` is a BIT as an unsigned integer, `date-time` has no time zone and `timestamp`
 * is in UTC, `time` is microseconds without a type of their own, `geometry` WKB with its SRID in the footer.
 */
export type EngineParquetForm =
  | 'integer'
  | 'bits'
  | 'float'
  | 'double'
  | 'decimal'
  | 'date'
  | 'date-time'
  | 'timestamp'
  | 'time'
  | 'text'
  | 'json'
  | 'bytes'
  | 'geometry';

/** Column of a Parquet file. */
export interface EngineParquetColumn {
  readonly name: string;
  /** The server's words for its type, for the footer; empty where they are not known. */
  readonly type: string;
  readonly form: EngineParquetForm;
  /** Width of an integer or of bits: 8, 16, 32 or 64; else 0. */
  readonly bits: number;
  readonly isUnsigned: boolean;
  /** Digits of a decimal, up to 38, and those behind its point; else 0. */
  readonly precision: number;
  readonly scale: number;
  /** No value is NULL. */
  readonly required: boolean;
}

/** One table of an export with the text around its rows, or nothing but text. */
export interface EngineTextTable {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  /** Absolute path of a file that does not exist yet; those that go to the same one follow each other. */
  readonly file: string;
  /** Text before all rows and behind them. */
  readonly before: string;
  readonly after: string;
  /** Text before the rows of each statement; of SQL alone. */
  readonly head: string;
  /** Columns in the order of the fields. */
  readonly columns: readonly EngineExportColumn[];
  /** The same columns; null in all formats but Parquet. */
  readonly parquet: readonly EngineParquetColumn[] | null;
}

/** One table that is exported from its chunks, or nothing but text. */
export interface EngineExportTable extends EngineTextTable {
  readonly chunks: readonly EngineChunkFile[];
}

/** One table that is exported from a server, or nothing but text. */
export interface EngineDirectTable extends EngineTextTable {
  /** The table, or its partitions in order; their columns are those above. */
  readonly dataSets: readonly EngineDumpTable[];
}

/** Writes the rows of a dump of any form as the chunk files of a dump folder. */
export interface EngineRechunkSpec {
  /** The dump directory that is read, an absolute path. */
  readonly directory: string;
  /** The one that is written, an absolute path that exists. */
  readonly output: string;
  readonly lanes: number;
  readonly memoryLimitBytes: number;
  readonly bytesPerChunk: number;
  readonly compression: Compression;
}

/** One data set whose rows become chunk files. */
export interface EngineRechunkTable {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  /** Beginning of the names of its files. */
  readonly basename: string;
  readonly chunks: readonly EngineChunkFile[];
}

export interface EngineVerifySpec {
  readonly directory: string;
  readonly lanes: number;
  readonly memoryLimitBytes: number;
}

/** One data set of a dump whose files are read again: every digest, byte count and row count is compared. */
export interface EngineVerifyTable {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  readonly chunks: readonly EngineChunkFile[];
}
