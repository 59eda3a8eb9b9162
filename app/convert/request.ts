import type { InputChoices } from '../contract/commands/input';
import type { OutputKind, WrittenFormat } from '../contract/dump-output';
import type { Addon } from '../engine/addon';
import type { LoadSelection } from '../contract/runs/options';
import type { Destination } from './written-for';
import type { EngineOutputSpec, EnginePacking } from '../engine/specs';

/** Contents of each script in a folder of them. */
export const scriptSplits = ['schema', 'table'] as const;
export type ScriptSplit = (typeof scriptSplits)[number];

/** Format of the rows; a folder of mydumper has them in statements. */
export function rowFormatOf(format: WrittenFormat): EngineOutputSpec['format'] {
  return format === 'mydumper' ? 'sql' : format;
}

/** Choices of CSV; all else is RFC 4180. */
export interface CsvDialect {
  /** One character. */
  readonly separator: string;
  /** Word for NULL, without quotes; a text that equals it is quoted. */
  readonly nullWord: string;
  /** Text for bytes, as its readers have them. */
  readonly bytes: EngineOutputSpec['bytes'];
}

/** Named dialects of CSV, by what reads them. */
export const csvDialects = ['rfc4180', 'postgresql', 'duckdb'] as const;

export const CSV_DEFAULTS: CsvDialect = { separator: ',', nullWord: '', bytes: 'hex' };

/** Place of the output; `descriptor` is an open file descriptor, of SQL alone. */
export type ConvertPlace =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'descriptor'; readonly descriptor: number };

export interface ConvertRequest {
  readonly engine: Addon;
  readonly sluiceVersion: string;
  /** The dump: its folder or its file, absolute. */
  readonly dump: string;
  /** Choices about a dump of files of rows; absent for what is found in them. */
  readonly input?: InputChoices;
  readonly place: ConvertPlace;
  readonly format: OutputKind;
  readonly selection: LoadSelection;
  /** Null for the server that was dumped, and for formats of rows. */
  readonly destination: Destination | null;
  /** Null for one script, and for other formats. */
  readonly split: ScriptSplit | null;
  readonly compression: EnginePacking;
  readonly csv: CsvDialect;
  /** Uncompressed bytes of a chunk, of a dump folder alone. */
  readonly bytesPerChunk: number;
  readonly threads: number;
  readonly memoryLimitBytes: number;
}
